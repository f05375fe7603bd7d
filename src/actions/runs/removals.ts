import { statement, type Dialect, type Statement } from '../../database/sql.js'

/** Remove some runs, with all that they have. `ids` is a query of their ids, and says which parameters there are. */
export function removalsOf (name: string, ids: (sql: Dialect) => string): readonly Statement[] {
  const remove = (table: string, column: string) => statement(`${table}_remove_${name}`, (sql) =>
    `DELETE FROM ${table} WHERE ${sql.among(column, ids(sql))}`)
  return [remove('action_steps', 'run_id'), remove('action_log', 'run_id'), remove('action_runs', 'id')]
}
