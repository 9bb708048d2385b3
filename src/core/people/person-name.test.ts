import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareName, type PersonName } from './person-name.ts';

const isSamePerson = (name: PersonName, said: string): boolean =>
  compareName(name, said) === 'same';

const ona = { first: 'Ona Marija', last: 'Žukauskienė-Petraitė' };

test.each([
  ['Ona Žukauskienė-Petraitė', true],
  ['ZUKAUSKIENE PETRAITE, ONA', true],
  ['Mrs O. Zukauskiene Petraite', true],
  ['Ona Zukauskiene Petraite and Jonas Petraitis', true],
  ['Jonas Zukauskiene Petraite', false],
  ['Ona Petraite', false],
  ['Zukauskiene Petraite', false],
  ['Ona', false],
  ['', false],
])('BANK-02 a transfer from “%s” is from the customer: %s', (payer, same) => {
  expect(isSamePerson(ona, payer)).toBe(same);
});

const word = fc.stringMatching(/^[a-z]{2,8}$/);

test('BANK-02 order, capitals and signs change nothing, and nobody without a name is the same as anybody', () => {
  fc.assert(
    fc.property(word, word, (first, last) => {
      const name = { first, last };
      fc.pre(
        !['mr', 'mrs', 'ms', 'mx', 'dr', 'prof', 'herr', 'frau'].some(
          (t) => t === first || t === last,
        ),
      );
      expect(isSamePerson(name, `${last.toUpperCase()}, ${first}`)).toBe(true);
      expect(isSamePerson(name, `${first} ${last}`)).toBe(true);
      expect(isSamePerson({ first: '', last }, `${first} ${last}`)).toBe(false);
      expect(isSamePerson({ first, last: '' }, `${first} ${last}`)).toBe(false);
    }),
  );
});

/** A customer’s name, how banks write it, and whose it is. */
const written: readonly (readonly [first: string, last: string, said: string, match: string])[] = [
  // German
  ['Jürgen', 'Müller', 'JUERGEN MUELLER', 'same'],
  ['Jürgen', 'Müller', 'Jurgen Muller', 'same'],
  ['Juergen', 'Mueller', 'Jürgen Müller', 'same'],
  ['Anna', 'Weiß', 'WEISS, ANNA', 'same'],
  ['Hans-Peter', 'Groß', 'Hanspeter Gross', 'same'],
  ['Dieter', 'Schmidt', 'Herr Prof. Dr. Dieter Schmidt', 'same'],
  // Danish, Norwegian, Swedish
  ['Søren', 'Jørgensen', 'SOREN JORGENSEN', 'same'],
  ['Søren', 'Jørgensen', 'Soeren Joergensen', 'same'],
  ['Åsa', 'Öberg', 'AASA OBERG', 'same'],
  ['Pål', 'Sæther', 'PAAL SAETHER', 'same'],
  // Icelandic
  ['Þóra', 'Guðmundsdóttir', 'THORA GUDMUNDSDOTTIR', 'same'],
  // Polish
  ['Łukasz', 'Wiśniewski', 'LUKASZ WISNIEWSKI', 'same'],
  // Croatian
  ['Đorđe', 'Čović', 'DJORDJE COVIC', 'same'],
  ['Đorđe', 'Čović', 'Dorde Covic', 'same'],
  // Turkish
  ['Işıl', 'Yıldız', 'ISIL YILDIZ', 'same'],
  // French
  ['Zoé', 'Lebœuf', 'ZOE LEBOEUF', 'same'],
  ['Jean', 'L’Hôte', 'JEAN LHOTE', 'same'],
  // Irish, English
  ['Aoife', 'O’Brien', 'AOIFE OBRIEN', 'same'],
  ['Aoife', "O'Brien", 'Aoife O Brien', 'same'],
  ['Jane', 'Van der Berg', 'VANDERBERG JANE', 'same'],
  ['Jane', 'Smith-Jones', 'JANE SMITHJONES', 'same'],
  ['Jane', 'Smith', 'J Smith', 'same'],
  // Greek
  ['Γιώργος', 'Παπαδόπουλος', 'GIORGOS PAPADOPOULOS', 'same'],
  ['Giorgos', 'Papadopoulos', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'same'],
  ['Maria', 'Bakali', 'ΜΑΡΙΑ ΜΠΑΚΑΛΗ', 'same'],
  // Cyrillic
  ['Сергей', 'Щукин', 'SERGEY SHCHUKIN', 'same'],
  ['Sergei', 'Dostoevsky', 'СЕРГЕЙ ДОСТОЕВСКИЙ', 'same'],
  ['Юлия', 'Жукова', 'IULIIA ZHUKOVA', 'same'],
  // Lithuanian
  ['Ona', 'Žukauskienė-Petraitė', 'ZUKAUSKIENE-PETRAITE ONA', 'same'],
  // Nearly the name: somebody looks at it.
  ['Christopher', 'Papadimitriou', 'CHRISTOPHER PAPA', 'near'],
  ['Ona', 'Žukauskienė-Petraitė', 'Ona Petraite', 'near'],
  ['William', 'Turner', 'Bill Turner', 'near'],
  ['Jonathan', 'Turner', 'Jonathon Turner', 'near'],
  ['Jane', 'Turner', 'Jane Tunrer', 'near'],
  ['Ona Marija', 'Petraitė', 'Marija Petraite', 'near'],
  ['Jane', 'Turner', 'Turner', 'near'],
  // Other people and companies
  ['Jane', 'Turner', 'Peter Turner', 'other'],
  ['Jane', 'Turner', 'Jane Fisher', 'other'],
  ['Jane', 'Turner', 'Jane', 'other'],
  ['Christopher', 'Papadimitriou', 'CHRISTOPHER PAP', 'other'],
  ...[
    'Jane Turner Pty Ltd',
    'Jane Turner Holdings',
    'Jane Turner GmbH',
    'UAB Jane Turner',
    'Jane Turner OÜ',
    'Jane Turner, SIA',
    'Jane Turner S.A.',
    'Jane Turner SA',
    'Jane Turner AB',
    'Jane Turner Super Fund',
    'Trustee for the Jane Turner Trust',
    'JANE TURNER B.V.',
    'Jane Turner d.o.o.',
  ].map((said) => ['Jane', 'Turner', said, 'other'] as const),
  // Such words within a name of their own
  ['Anna Berta', 'Turner', 'TURNER AB', 'same'],
  ['Kim', 'Sa', 'SA KIM', 'same'],
  ['Petra', 'Super', 'Petra Super', 'same'],
];

test.each(written)('HARD-54 the bank’s name for %s %s is “%s”: %s', (first, last, said, match) => {
  expect(compareName({ first, last }, said)).toBe(match);
});

test('HARD-54 however letters are written, a person stays the same, and with a company’s words nobody is', () => {
  const letters = fc.constantFrom(...'abcdefgäöüåæøßłđðþñéçšž');
  const name = fc.array(letters, { minLength: 3, maxLength: 10 }).map((all) => all.join(''));
  const form = fc.constantFrom('Pty Ltd', 'GmbH', 'UAB', 'Holdings', 'Trust');
  const long: Readonly<Record<string, string>> = {
    ...{
      ä: 'ae',
      ö: 'oe',
      ü: 'ue',
      å: 'aa',
      æ: 'ae',
      ø: 'oe',
      ß: 'ss',
      ł: 'l',
      đ: 'dj',
      ð: 'd',
      þ: 'th',
    },
  };
  const spelled = (text: string) =>
    [...text]
      .map((letter) => long[letter] ?? letter)
      .join('')
      .normalize('NFD')
      .replace(/\p{M}/gu, '');
  fc.assert(
    fc.property(name, name, form, (first, last, company) => {
      const who = { first, last };
      for (const said of [`${first} ${last}`, `${last}, ${first}`, spelled(`${first} ${last}`)]) {
        expect(compareName(who, said)).toBe('same');
        expect(compareName(who, `${said} ${company}`)).toBe('other');
      }
      expect(compareName({ first: spelled(first), last: spelled(last) }, `${first} ${last}`)).toBe(
        'same',
      );
    }),
  );
});
