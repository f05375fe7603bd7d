import type { Database } from '#proof/harness/databases.js'

/**
 * Everything that a database is made of, one line for each: tables, columns with their defaults, indexes, constraints,
 * triggers and sequences, and the rows that a new database has. The order of columns does not count.
 */
export async function catalogueOf ({ kind, query }: Database): Promise<string[]> {
  const lines: string[] = []
  for (const [what, statement] of Object.entries(statements[kind])) {
    for (const row of await query(statement)) lines.push(`${what} ${JSON.stringify(row).replace(/(?:\s|\\n)+/g, ' ')}`)
  }
  return lines.sort()
}

const own = "t.schema = 'main' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'"
const schema = "'public'::regnamespace"

const statements = {
  sqlite: {
    table: `SELECT t.name, t.type, t.wr, t.strict, m.sql LIKE '%AUTOINCREMENT%' AS counts,
      CASE WHEN t.type <> 'table' OR m.sql LIKE '% CHECK %' OR m.sql LIKE '% COLLATE %' THEN m.sql END AS sql
      FROM pragma_table_list t LEFT JOIN sqlite_master m ON m.name = t.name WHERE ${own}`,
    column: `SELECT t.name AS "table", c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
      FROM pragma_table_list t, pragma_table_xinfo(t.name) c WHERE ${own}`,
    reference: `SELECT t.name, r."table", r."from", r."to", r.on_update, r.on_delete
      FROM pragma_table_list t, pragma_foreign_key_list(t.name) r WHERE ${own}`,
    index: `SELECT t.name AS "table", i.name, i."unique", i.origin, m.sql, (
        SELECT json_group_array(json_array(x.name, x."desc", x.coll)) FROM pragma_index_xinfo(i.name) x WHERE x.key = 1
      ) AS columns
      FROM pragma_table_list t, pragma_index_list(t.name) i LEFT JOIN sqlite_master m ON m.name = i.name WHERE ${own}`,
    other: "SELECT type, name, sql FROM sqlite_master WHERE type NOT IN ('table', 'index')",
    search: 'SELECT k, v FROM search_index_config',
    state: 'SELECT name, value FROM search_state'
  },
  postgresql: {
    relation: `SELECT relname, relkind, reloptions, relpersistence FROM pg_class WHERE relnamespace = ${schema}`,
    column: `SELECT attrelid::regclass::text AS table, attname, format_type(atttypid, atttypmod) AS type, attnotnull, attidentity,
        attgenerated, collname, pg_get_expr(adbin, adrelid) AS value
      FROM pg_attribute LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attnum > 0 AND NOT attisdropped
      AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = ${schema} AND relkind = 'r')`,
    // Those of columns that are not null have the names of the columns as they were first called.
    constraint: `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = ${schema} AND contype <> 'n'`,
    index: "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    sequence: `SELECT sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size
      FROM pg_sequences WHERE schemaname = 'public'`,
    counter: `SELECT objid::regclass::text AS sequence, refobjid::regclass::text AS table, refobjsubid > 0 AS owned FROM pg_depend
      WHERE deptype IN ('a', 'i') AND objid IN (SELECT oid FROM pg_class WHERE relnamespace = ${schema} AND relkind = 'S')`,
    trigger: 'SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal',
    routine: `SELECT proname FROM pg_proc WHERE pronamespace = ${schema}`,
    extension: 'SELECT extname FROM pg_extension',
    state: 'SELECT name, value FROM search_state'
  }
}
