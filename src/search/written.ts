/** A term of `q` as somebody wrote it. */
export interface Written {
  readonly written: string
  readonly isExcluded: boolean
  /** The text between quotes, or of a term without them. */
  readonly text: string
  readonly isPhrase: boolean
  /** Whether its quote is never closed. */
  readonly isOpen: boolean
}

/** Quotes of phones, languages and wide keyboards. Unlike a `"`, one that is never closed is punctuation. */
const OTHERS = '“”„‟«»״″＂〝〞〟'
const QUOTE = `["${OTHERS}]`
const LETTER = '[\\p{L}\\p{M}\\p{N}]'
/** Stands behind a letter or a digit, and opens no phrase: `12"`, `דו"ח`. */
const BEHIND = `(?<=${LETTER})${QUOTE}`
/** A phrase closes behind its last word; a quote between two letters closes it only if there is no other. */
const PHRASE = `${QUOTE}((?:[^"${OTHERS}]|${BEHIND}(?=${LETTER}))*?)${QUOTE}(?!${LETTER})|${QUOTE}([^"${OTHERS}]*)${QUOTE}`
const PLAIN = `(?:[^\\s"${OTHERS}]|${BEHIND}|[${OTHERS}](?![^]*${QUOTE}))+`
const TERM = new RegExp(`(-?)(?:${PHRASE}|"([^"${OTHERS}]*)$|(${PLAIN}))`, 'gu')

/** The terms of a query. The console reads what is being typed in the same way. */
export function writtenTerms (q: string): Written[] {
  return Array.from(q.matchAll(TERM), ([written, minus, phrase, shortPhrase, open, plain]) => ({
    written,
    isExcluded: minus === '-',
    text: phrase ?? shortPhrase ?? open ?? plain!,
    isPhrase: plain === undefined,
    isOpen: open !== undefined
  }))
}
