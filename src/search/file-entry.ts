import type { FileMetadata } from '../media/analysis/task.js'
import { measures, numberTerms, toCount } from './number-terms.js'
import { exactTerm } from './terms.js'

/** The terms of the metadata of a file: its type, its size in pixels, its duration. */
export function fileTerms (accountId: number, file: FileMetadata): string[] {
  const { content_type: type } = file
  const types = [type, type.replace(/\/[^]*/, '/*')].map((each) => exactTerm(accountId, 'content_type', each))
  const numbers = measures.flatMap((measure) => {
    const value = file[measure]
    return value === null ? [] : numberTerms(accountId, measure, toCount(measure, value))
  })
  return [...types, ...numbers]
}

/** The words in the metadata of a file. */
export function fileTexts ({ exif, iptc, xmp, tags }: FileMetadata): string[] {
  return [exif, iptc, xmp, tags].flatMap((group) => Object.values(group ?? {})).flat()
    .filter((value) => typeof value === 'string')
}
