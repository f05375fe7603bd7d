/** Everything that migrations make, a line each. */
const QUESTIONS = [
  `SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public'`,
  `SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), CASE WHEN indisvalid THEN 'valid' ELSE 'invalid' END) AS line
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace`,
  `SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) AS line
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`
]

/**
 * The differences between the tables of two databases on PostgreSQL, their columns, indexes and constraints.
 * @param {import('#proof/harness/databases.js').Database} wanted
 * @param {import('#proof/harness/databases.js').Database} found
 * @returns {Promise<string[]>}
 */
export async function compareTables (wanted, found) {
  const [one, other] = await Promise.all([describe(wanted), describe(found)])
  return [
    ...one.filter((line) => !other.includes(line)).map((line) => `a new database has: ${line}`),
    ...other.filter((line) => !one.includes(line)).map((line) => `a new database does not have: ${line}`)
  ]
}

/** @param {import('#proof/harness/databases.js').Database} database */
async function describe ({ query }) {
  const lists = await Promise.all(QUESTIONS.map(query))
  return lists.flat().map(({ line }) => line)
}
