import { onOneLine } from '../../basics/names.js'
import type { TokenKind } from '../../tokens/tokens.js'
import type { MessageBody } from './messages.js'

interface Words {
  readonly subject: string
  readonly what: string
  readonly action: string
  /** For people who have not asked for it. */
  readonly otherwise: string
}

const words: Record<TokenKind, (account: string) => Words> = {
  confirmation: (account) => ({
    subject: 'You are invited to Cutroom',
    what: `You are invited to the account ${account} of Cutroom.`,
    action: 'Set a password',
    otherwise: 'If you do not know what this is about, nothing has to be done.'
  }),
  reset_password: (account) => ({
    subject: 'Your password for Cutroom',
    what: `Somebody, perhaps you, wants to set a new password for your user in the account ${account} of Cutroom.`,
    action: 'Set a new password',
    otherwise: 'If that was not you, nothing has to be done: your password stays as it is.'
  })
}

/** A message with one link. */
interface Message {
  readonly subject: string
  readonly what: string
  /** What somebody has written for it. */
  readonly quoted?: string
  readonly action: string
  readonly url: string
  /** What stands below. */
  readonly notes: readonly string[]
}

/** Something that is shared by a link. */
interface Share {
  /** Of who shares it. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly url: string
  readonly expiresAt: Date
  readonly hasPassword: boolean
  /** Whether it is for files of that person. */
  readonly asksForFiles: boolean
}

const LONGEST_TITLE = 200

/** A title, or a name, on one line, and not longer than a subject may be. */
export function shortTitle (title: string): string {
  const line = onOneLine(title).trim()
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).toWellFormed()}…` : line
}

/** The message with a link that sets a password. */
export function compose (
  kind: TokenKind, { account, url, expiresAt }: { account: string, url: string, expiresAt: Date }
): MessageBody {
  const { otherwise, ...message } = words[kind](onOneLine(account))
  return composeMessage({
    ...message, url, notes: [`The link works once, until ${describe(expiresAt)}.`, otherwise]
  })
}

/** The message of somebody who shares something with a person without an account. */
export function composeShare (
  { name, title, text, url, expiresAt, hasPassword, asksForFiles }: Share
): MessageBody {
  const who = shortTitle(name) || 'Somebody'
  const subject = asksForFiles
    ? `${who} asks you for files${title.trim() === '' ? '' : `: ${shortTitle(title)}`}`
    : `${who} shares ${shortTitle(title) || 'something'} with you`
  const notes = [`The link works until ${describe(expiresAt)}.`]
  if (hasPassword) notes.push(`It has a password, which is not in this message: ask ${who} for it.`)
  return composeMessage({ subject, what: `${subject}.`, quoted: text, action: 'Open it', url, notes })
}

/** A message as text and as HTML. */
function composeMessage ({ subject, what, quoted = '', action, url, notes }: Message): MessageBody {
  const paragraphs = [
    `<p>${escape(what)}</p>`,
    ...quoted === '' ? [] : [asWritten(quoted)],
    `<p><a href="${escape(url)}">${action}</a></p>`,
    `<p>${notes.map(escape).join('<br>')}</p>`
  ]
  const texts = [what, ...quoted === '' ? [] : [quoted], `${action}:\n${url}`, notes.join('\n')]
  return { subject, text: `${texts.join('\n\n')}\n`, html: page(subject, paragraphs.join('\n')) }
}

/** Something that a message tells, among others. */
export interface MessageEntry {
  readonly what: string
  readonly quoted: string
  /** The text of the link. */
  readonly action: string
  readonly url: string
}

interface Entries {
  readonly subject: string
  readonly thread?: string | undefined
  readonly entries: readonly MessageEntry[]
  readonly notes: readonly string[]
  /** How to get no more of them. */
  readonly stop: { readonly action: string, readonly url: string }
}

/** A message that tells several things, each with its link. */
export function composeEntries ({ subject, thread, entries, notes, stop }: Entries): MessageBody {
  const shown = entries.map(({ what, quoted, action, url }) => `<p>${escape(what)}</p>
${quoted === '' ? '' : `${asWritten(quoted)}\n`}<p>${link(action, url)}</p>`)
  const texts = entries.map(({ what, quoted, url }) => [what, ...quoted === '' ? [] : [quoted], url].join('\n\n'))
  return {
    subject,
    ...thread !== undefined && { thread },
    stop: stop.url,
    text: `${[...texts, `${notes.join('\n')}\n${stop.url}`].join('\n\n\n')}\n`,
    html: page(subject, `${shown.join('\n<hr>\n')}\n<hr>\n<p>${notes.map(escape).join('<br>')}<br>${link(stop.action, stop.url)}</p>`)
  }
}

/** What somebody has written, with its line breaks. */
function asWritten (text: string): string {
  return `<p style="white-space: pre-wrap">${escape(text)}</p>`
}

function link (text: string, url: string): string {
  return `<a href="${escape(url)}">${escape(text)}</a>`
}

function page (title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
${body}
</body></html>
`
}

/** Such as: 9 December 2026, 13:45 UTC. */
function describe (moment: Date): string {
  const format = (options: Intl.DateTimeFormatOptions) => moment.toLocaleString('en-GB', { ...options, timeZone: 'UTC' })
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' })
  return `${day}, ${format({ hour: '2-digit', minute: '2-digit' })} UTC`
}

function escape (text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
