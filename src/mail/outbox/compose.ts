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

/** A message about something to look at. The texts may come from users. */
interface Message {
  readonly subject: string
  readonly what: string
  /** What somebody says about it, if anything. */
  readonly quoted?: string
  readonly action: string
  readonly url: string
  /** What stands below. */
  readonly notes?: readonly string[]
}

const LONGEST_TITLE = 200

/** A title on one line, and not longer than a subject may be. */
export function shortTitle (title: string): string {
  const line = onOneLine(title)
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

/** A message as text and as HTML. */
export function composeMessage ({ subject, what, quoted = '', action, url, notes = [] }: Message): MessageBody {
  const paragraphs = [
    `<p>${escape(what)}</p>`,
    ...quoted === '' ? [] : [`<p style="white-space: pre-wrap">${escape(quoted)}</p>`],
    `<p><a href="${escape(url)}">${action}</a></p>`,
    ...notes.length === 0 ? [] : [`<p>${notes.map(escape).join('<br>')}</p>`]
  ]
  const texts = [what, ...quoted === '' ? [] : [quoted], `${action}:\n${url}`, ...notes.length === 0 ? [] : [notes.join('\n')]]
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
  readonly entries: readonly MessageEntry[]
  readonly notes: readonly string[]
  /** How to get no more of them. */
  readonly stop: { readonly action: string, readonly url: string }
}

/** A message that tells several things, each with its link. */
export function composeEntries ({ subject, entries, notes, stop }: Entries): MessageBody {
  const shown = entries.map(({ what, quoted, action, url }) => `<p>${escape(what)}</p>
${quoted === '' ? '' : `<p style="white-space: pre-wrap">${escape(quoted)}</p>\n`}<p>${link(action, url)}</p>`)
  const texts = entries.map(({ what, quoted, url }) => [what, ...quoted === '' ? [] : [quoted], url].join('\n\n'))
  return {
    subject,
    text: `${[...texts, `${notes.join('\n')}\n${stop.url}`].join('\n\n\n')}\n`,
    html: page(subject, `${shown.join('\n<hr>\n')}\n<hr>\n<p>${notes.map(escape).join('<br>')}<br>${link(stop.action, stop.url)}</p>`)
  }
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

function onOneLine (text: string): string {
  return text.replace(/\s+/g, ' ')
}

function escape (text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
