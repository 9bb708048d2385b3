import { type QueryExecutorProvider, sql } from 'kysely';

/** The schema of a database as its catalogue describes it, in sorted lines: equal schemas give equal texts. */
export async function schemaText(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select line from (
      select 'table ' || table_name || ' column ' || column_name || ' ' || data_type
          || coalesce('(' || numeric_precision || ',' || numeric_scale || ')', '')
          || coalesce('(' || datetime_precision || ')', '')
          || case when is_nullable = 'NO' then ' not null' else '' end
          || coalesce(' default ' || column_default, '')
          || coalesce(' identity ' || identity_generation, '') as line
        from information_schema.columns where table_schema = 'public'
      union all
      select 'constraint on ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all
      select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all
      select 'function ' || pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace
    ) as lines order by line collate "C"`.execute(db);
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}
