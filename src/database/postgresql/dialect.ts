import type { Dialect } from '../sql.js'

const contractTime = (column: string, format: string) => `to_char(${column} AT TIME ZONE 'UTC', '${format}')`

export const dialect: Dialect = {
  name: 'postgresql',
  hasOneWriter: false,
  isEmbedded: false,
  seconds: (column) => contractTime(column, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  milliseconds: (column) => contractTime(column, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  moment: (expression) => `CAST(${expression} AS timestamptz)`,
  later: (time, other) => `GREATEST(${time}, ${other} + INTERVAL '1 millisecond')`,
  elements: (parameter) => `jsonb_array_elements(CAST(${parameter} AS jsonb)) AS elements(value)`,
  strings: (parameter) => `SELECT jsonb_array_elements_text(CAST(${parameter} AS jsonb))`,
  integers: (parameter) => `SELECT CAST(jsonb_array_elements_text(CAST(${parameter} AS jsonb)) AS integer)`,
  among: (column, values) => `${column} = ANY (ARRAY(${values}))`,
  behind: (column, parameter, ordered, after) =>
    `${column} = ${parameter} AND (${column}, ${ordered}) > (${parameter}, ${after})`,
  lookUp: (left, { table, alias, columns, column, value, account }) => `
    ${left} CROSS JOIN LATERAL (SELECT ${columns} FROM ${table}
    WHERE ${table}.${column} = ${value} AND ${table}.account_id = ${account} OFFSET 0) AS ${alias}`,
  inEach: (values, column, limit, find) => `SELECT found.* FROM (${values}) AS listed (value)
    CROSS JOIN LATERAL (${find(`${column} = listed.value`)} ORDER BY id LIMIT ${limit}) AS found LIMIT ${limit}`,
  // Columns have milliseconds, and rounding would store a time that is still to come.
  clock: (seconds) => `date_trunc('milliseconds', clock_timestamp()) + INTERVAL '${seconds} seconds'`,
  object: (fields) => `CAST((SELECT row_to_json(fields)
    FROM (SELECT ${fields.map(([name, expression]) => `${expression} AS ${name}`).join(', ')}) AS fields) AS text)`,
  json: (column) => `CAST(${column} AS json)`,
  flag: (condition) => `(${condition})`,
  joined: (column, order) => `string_agg(${column}, ',' ORDER BY ${order})`,
  forUpdate: 'FOR UPDATE',
  forShare: 'FOR SHARE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED'
}
