import { fold } from '../basics/folding.js'

const LONGEST_KEY = 1000

const NUMBER = /\p{Nd}+/gu
const DIGIT = /\p{Nd}/u

/**
 * The key of `sort=title`: the folded title, compared code point by code point, in which a run of digits counts as a
 * number. So `Take 2` is before `Take 10`, and `Take 007` is where `Take 7` is.
 */
export function titleKeyOf (title: string): string {
  return [...fold(title)].slice(0, LONGEST_KEY).join('').replace(NUMBER, sortable)
}

/**
 * A number as digits that are in order of its value: how many digits it has, and the digits. Up to eight are one digit,
 * and each `9` stands for nine more.
 */
function sortable (number: string): string {
  const digits = [...number].map(valueOf).join('').replace(/^0+/, '')
  return `${'9'.repeat(Math.floor(digits.length / 9))}${digits.length % 9}${digits}`
}

/** The digits of a script follow each other, from zero to nine. */
function valueOf (digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}
