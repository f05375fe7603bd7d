import type { Person } from './talk.ts'

/** Japanese and Chinese keyboards write the wide one. */
export const AT_SIGN = /[@＠]/

/**
 * The ids of the people who are named in a text. A longer name counts before a shorter one that it begins with. Of
 * several with one name as many count as it is there, the last ones that were chosen.
 */
export function mentionedIn (text: string, people: readonly Person[]): number[] {
  let rest = text
  const ids: number[] = []
  const names = new Set(people.map(({ name }) => name).sort((one, other) => other.length - one.length))
  for (const name of names) {
    const parts = rest.split(`@${name}`)
    const chosen = new Set(people.filter((person) => person.name === name).map(({ id }) => id))
    if (parts.length > 1) ids.push(...[...chosen].slice(1 - parts.length))
    rest = parts.join(' ')
  }
  return ids
}
