import type { Dialect } from '../sql.js'

const contractTime = (column: string, format: string) => `to_char(${column} AT TIME ZONE 'UTC', '${format}')`

export const dialect: Dialect = {
  name: 'postgresql',
  seconds: (column) => contractTime(column, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  milliseconds: (column) => contractTime(column, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  moment: (expression) => `CAST(${expression} AS timestamptz)`,
  elements: (parameter) => `jsonb_array_elements(CAST(${parameter} AS jsonb)) AS elements(value)`,
  strings: (parameter) => `SELECT jsonb_array_elements_text(CAST(${parameter} AS jsonb))`,
  integers: (parameter) => `SELECT CAST(jsonb_array_elements_text(CAST(${parameter} AS jsonb)) AS integer)`,
  among: (column, values) => `${column} = ANY (ARRAY(${values}))`,
  object: (fields) => `CAST((SELECT row_to_json(fields)
    FROM (SELECT ${fields.map(([name, expression]) => `${expression} AS ${name}`).join(', ')}) AS fields) AS text)`,
  json: (column) => `CAST(${column} AS json)`,
  flag: (condition) => `(${condition})`,
  joined: (column, order) => `string_agg(${column}, ',' ORDER BY ${order})`,
  forUpdate: 'FOR UPDATE',
  forShare: 'FOR SHARE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED'
}
