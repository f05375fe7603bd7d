export { default as Sqlite } from 'better-sqlite3'
