import { Failure, sentenceOf } from '../../api/failure.ts'
import { bytes, count } from '../../ui/words.ts'

export function tooLarge (size: number, most: number): string {
  return `This file has ${bytes(size)}: at most ${bytes(most)} are taken.`
}

/** Why a file is not taken. */
export function refusalOf (error: unknown): string {
  const text = sentenceOf(error)
  if (!(error instanceof Failure) || error.status !== 422) return text
  if (text.includes("parameter 'path'")) return 'Files like this are not taken here.'
  return text.includes("parameter 'size'") ? 'There is no room for a file of this size.' : text
}

/** What was left out of the last choice; '' if nothing was. */
export function leftOutOf ({ known, junk }: { readonly known: number, readonly junk: number }): string {
  return [
    known > 0 && `${count(known, 'file')} had been sent before`,
    junk > 0 && `${count(junk, 'file')} of the system left out`
  ].filter(Boolean).join(', ')
}
