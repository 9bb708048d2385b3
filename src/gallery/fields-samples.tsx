import { useState } from 'react';
import { TextField } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Sample } from './sample.tsx';

const countries = [
  { value: 'AU', label: 'Australia' },
  { value: 'LT', label: 'Lithuania' },
];

export function Samples() {
  const [text, setText] = useState('anna@kopa.test');
  const [password, setPassword] = useState('Kopa-demo-2026!');
  const [country, setCountry] = useState('');
  const [search, setSearch] = useState('');
  return (
    <>
      <Sample title="Text" full>
        <TextField label="Email" value={text} onChange={setText} />
        <TextField label="Empty" value="" placeholder="Optional" onChange={setText} />
        <TextField
          label="With help"
          value={text}
          onChange={setText}
          help="We send a code to it. At most 40 characters."
          maxLength={40}
        />
        <TextField
          label="Wrong"
          value={text}
          onChange={setText}
          help="We send a code to it."
          error="Please enter a valid email address"
        />
        <TextField
          label="Wrong, and the help stays"
          value={text}
          onChange={setText}
          help="8 characters or more, one of them a digit."
          helpStays
          error="Password is too short"
        />
      </Sample>
      <Sample title="Password" full>
        <PasswordField label="Password" value={password} onChange={setPassword} />
        <PasswordField
          label="Wrong password"
          value={password}
          onChange={setPassword}
          error="Incorrect email or password"
        />
      </Sample>
      <Sample title="Choice" full>
        <SelectField
          label="Country"
          value={country}
          options={countries}
          onChange={setCountry}
          placeholder="Choose a country"
        />
        <SelectField
          label="Not chosen"
          value=""
          options={countries}
          onChange={setCountry}
          placeholder="Choose a country"
          error="Choose a country"
        />
      </Sample>
      <Sample title="Search" full>
        <SearchField label="Search asset" value={search} onChange={setSearch} />
      </Sample>
    </>
  );
}
