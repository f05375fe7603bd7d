import { fold } from '../../src/basics/folding.ts'
import type { Person } from './talk.ts'

/**
 * What is written after the last `@` before the caret; null if nobody is being named. Not every script has spaces
 * between words: only after what e-mails consist of nobody is.
 */
export function namedAt (text: string, caret: number): string | null {
  return /(?:^|[^\p{Script=Latin}\p{N}._%+/-])[@＠]([^\s@＠]*(?: [^\s@＠]*)?)$/u.exec(text.slice(0, caret))?.[1] ?? null
}

/** The people whose name or e-mail, or a part of these, begins so. */
export function peopleNamed (people: readonly Person[], named: string, most = 6): Person[] {
  const wanted = folded(named)
  const wordsOf = ({ name, email }: Person) => [name, email, ...`${name} ${email}`.split(/[\s.@]/)]
  return people.filter((person) => wordsOf(person).some((word) => folded(word).startsWith(wanted))).slice(0, most)
}

/** As searches fold, and without marks and ends of syllables: what is being typed has not got them yet. */
function folded (text: string): string {
  return fold(text).normalize('NFD').replaceAll(/\p{M}/gu, '')
}
