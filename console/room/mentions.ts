import type { Person } from './talk.ts'

/** Japanese and Chinese keyboards write the wide one. */
export const AT_SIGN = /[@＠]/

/**
 * What is written after the last `@` before the caret; null if nobody is being named. Not every script has spaces
 * between words: only after what e-mails consist of nobody is.
 */
export function namedAt (text: string, caret: number): string | null {
  return /(?:^|[^\p{Script=Latin}\p{N}._%+/-])[@＠]([^\s@＠]*(?: [^\s@＠]*)?)$/u.exec(text.slice(0, caret))?.[1] ?? null
}

/** The people whose name, or a part of it, begins so. */
export function peopleNamed (people: readonly Person[], named: string, most = 6): Person[] {
  const wanted = folded(named)
  return people.filter(({ name }) => [name, ...name.split(/[\s.@]/)].some((part) => folded(part).startsWith(wanted)))
    .slice(0, most)
}

/** The ids of the people who are named in a text. A longer name counts before a shorter one that it begins with. */
export function mentionedIn (text: string, people: readonly Person[]): number[] {
  let rest = text
  const ids: number[] = []
  for (const { id, name } of [...people].sort((one, other) => other.name.length - one.name.length)) {
    if (!rest.includes(`@${name}`)) continue
    ids.push(id)
    rest = rest.replaceAll(`@${name}`, ' ')
  }
  return ids
}

function folded (text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
