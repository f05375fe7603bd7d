import { emailKey } from '../access/email.js'
import { statement, type Sql } from '../database/sql.js'

/**
 * Texts as guests read them: an e-mail behind an `@`, as people type where a user has no name, is what guests see of
 * that user.
 */

/** `@` or its wide form, and an e-mail. */
const CALLED = /([@＠])([^\s@＠]+)[@＠]([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)/gu

/** Users that are looked up for a page. Of others the part before the second @ is shown. */
const MOST_USERS = 1000

/** $1 account, $2 JSON list of e-mails in lower case */
const listNames = statement<{ email_key: string, name: string }>('links_names', (sql) => `
  SELECT email_key, name FROM users
  WHERE ${sql.among('email_key', sql.strings('$2'))} AND +account_id = $1 AND name <> ''`)

/** Makes guests read a text. Null stays. */
export type ToGuests = <Text extends string | null>(text: Text) => Text

/** Reads the names that some texts need. */
export async function wordsFor (sql: Sql, accountId: number, texts: Iterable<string | null>): Promise<ToGuests> {
  const called = new Set<string>()
  for (const text of texts) {
    for (const [, , local, domain] of text?.matchAll(CALLED) ?? []) {
      if (called.size < MOST_USERS) called.add(emailKey(`${local}@${domain}`))
    }
  }
  const rows = called.size === 0 ? [] : await sql.all(listNames, [accountId, JSON.stringify([...called])])
  const names = new Map(rows.map(({ email_key: key, name }) => [key, name]))
  const nameOf = (_all: string, at: string, local: string, domain: string) =>
    `${at}${names.get(emailKey(`${local}@${domain}`)) ?? local}`
  return (text) => (text === null ? null : text.replace(CALLED, nameOf)) as typeof text
}

/** The texts in a thing that domains show. */
export function textsIn (thing: object): string[] {
  return Object.values(thing).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsIn(value) : [])
}

/** The same thing with its texts as guests read them. */
export function inWords (thing: object, words: ToGuests): object {
  return JSON.parse(JSON.stringify(thing), (_name, value: unknown) => typeof value === 'string' ? words(value) : value)
}

interface Said {
  readonly text: string | null
  /** Guests give theirs. */
  readonly name: string | null
}

/** What people have said, as guests read it. */
export async function saidToGuests<Row extends Said> (
  sql: Sql, accountId: number, rows: readonly Row[]
): Promise<Row[]> {
  const words = await wordsFor(sql, accountId, rows.flatMap(({ text, name }) => [text, name]))
  return rows.map((row) => ({ ...row, text: words(row.text), name: words(row.name) }))
}
