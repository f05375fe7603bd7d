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

/** What somebody is asked to approve. The texts come from users. */
export interface ApprovalRequest {
  readonly asker: string
  readonly title: string
  readonly text: string
  readonly url: string
}

const LONGEST_TITLE = 200

/** The message to somebody who is asked for an approval. */
export function composeRequest ({ asker, title, text, url }: ApprovalRequest): MessageBody {
  const line = onOneLine(title)
  const name = line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).toWellFormed()}…` : line
  const subject = `Approve: ${name}`
  const what = `${asker} asks for your approval of ${name} in Cutroom.`
  return {
    subject,
    text: `${what}\n\n${text === '' ? '' : `${text}\n\n`}Look at it:\n${url}\n`,
    html: page(subject, `<p>${escape(what)}</p>
${text === '' ? '' : `<p style="white-space: pre-wrap">${escape(text)}</p>\n`}<p><a href="${escape(url)}">Look at it</a></p>`)
  }
}

/** The message with a link, as text and as HTML. */
export function compose (
  kind: TokenKind, { account, url, expiresAt }: { account: string, url: string, expiresAt: Date }
): MessageBody {
  const { subject, what, action, otherwise } = words[kind](onOneLine(account))
  const until = `The link works once, until ${describe(expiresAt)}.`
  return {
    subject,
    text: `${what}\n\n${action}:\n${url}\n\n${until}\n${otherwise}\n`,
    html: page(subject, `<p>${escape(what)}</p>
<p><a href="${escape(url)}">${action}</a></p>
<p>${escape(until)}<br>${otherwise}</p>`)
  }
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
