import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { login } from '#core/contract/account/session.ts';
import { startInProcess } from '#tests/support/in-process.ts';

test('HARD-85 a server whose calls fail for want of space is not ready, although a row can still be updated; and a probe is logged when its answer changes', async () => {
  const { deps, api, url, log, close } = await startInProcess();
  const probe = async () => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, ...(await answer.json()) };
  };
  for (let asked = 0; asked < 3; asked++) expect(await probe()).toMatchObject({ status: 'ok' });
  const lines = () => log.filter((line) => line.includes('"/readyz"'));
  expect(lines()).toHaveLength(1);

  // As on a full disk: what is new has no room, what is there can be changed.
  await sql`create function full_disk() returns trigger language plpgsql as $$
    begin
      if new.scope = 'health' then return new; end if;
      raise exception 'could not extend file' using errcode = '53100';
    end $$`.execute(deps.db);
  await sql`create trigger full_disk before insert on nonces
    for each row execute function full_disk()`.execute(deps.db);
  const call = await api.call(login, { email: 'a@kopa.test', password: 'x' });
  expect(call).toMatchObject({ ok: false, status: 503 });
  await expect.poll(probe).toMatchObject({ status: 'unavailable', database: 'cannot write' });
  const told = lines();
  expect(told).toHaveLength(2);
  expect(told[1]).toContain('503');
  await close();
});
