import { connect, isIP, type Socket } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { isLoopbackHost } from '../process/loopback.js'
import type { MessageBody } from './outbox/messages.js'

/** The bounds of an attempt: its time, and the length of the server's answers. */
const LONGEST_ATTEMPT_MS = 30_000
const LONGEST_SILENCE_MS = 10_000
const MOST_RESPONSE_BYTES = 64 * 1024

/** A mail server, of SMTP_URL. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS. */
  readonly secure: boolean
  readonly auth: { readonly user: string, readonly pass: string } | null
}

export interface OutgoingMail extends MessageBody {
  readonly id: string
  readonly recipient: string
  readonly createdAt: Date
}

/** Why a message was not sent. What the server said is left out: it may repeat the message, which has a token. */
export class MailFailure extends Error {
  override name = 'MailFailure'

  constructor (message: string, readonly isPermanent: boolean) {
    super(message)
  }
}

export interface ConnectOptions {
  readonly server: MailServer
  /** PUBLIC_URL, whose host greets the server: strict ones take nothing from a container that names no host. */
  readonly publicUrl: string
  readonly longestAttemptMs?: number
}

export interface SmtpOptions extends ConnectOptions {
  /** The sender: an address, or a name and an address. */
  readonly from: string
}

export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>

/** Sends messages, each over a connection of its own. Throws MailFailure. */
export function createSmtp ({ from, ...options }: SmtpOptions): SendMail {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  const domain = address.slice(address.lastIndexOf('@') + 1)

  return async function send ({ id, recipient, createdAt, subject, text, html, thread, stop }, signal) {
    const { rejected } = await withServer(options, signal, (transport) => transport.sendMail({
      from,
      to: { name: '', address: recipient },
      envelope: { from: address, to: [recipient] },
      messageId: `<${id}@${domain}>`,
      date: createdAt,
      ...thread !== undefined && { references: `<${thread}@${domain}>` },
      ...stop !== undefined && { list: { unsubscribe: stop } },
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject,
      text,
      html
    }))
    if (rejected.length > 0) throw new MailFailure('the recipient was refused', true)
  }
}

/** Connects and signs in as for a message, and sends none. Throws MailFailure. */
export async function signIn (options: ConnectOptions, signal: AbortSignal): Promise<void> {
  await withServer(options, signal, (transport) => transport.verify())
}

/** Does one thing with the server, over a connection of its own that ends in time. Throws MailFailure. */
async function withServer<Result> (
  { server, publicUrl, longestAttemptMs = LONGEST_ATTEMPT_MS }: ConnectOptions, signal: AbortSignal,
  use: (transport: Transporter<SMTPTransport.SentMessageInfo>) => Promise<Result>
): Promise<Result> {
  const { host, port, secure, auth } = server
  const isLocal = isLoopbackHost(host)
  let socket: Socket | undefined
  const transport = createTransport({
    host,
    port,
    secure,
    name: greetingName(publicUrl),
    ...(auth !== null && { auth }),
    // A password goes over TLS only. On this machine nobody can listen in between, and no certificate is expected.
    requireTLS: auth !== null && !isLocal,
    tls: { servername: host, rejectUnauthorized: secure || !isLocal },
    connectionTimeout: LONGEST_SILENCE_MS,
    greetingTimeout: LONGEST_SILENCE_MS,
    socketTimeout: LONGEST_SILENCE_MS,
    maxResponseSize: MOST_RESPONSE_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
    // A connection of our own can be ended at any time.
    getSocket (_options: unknown, callback: (error: Error | null, options?: object) => void) {
      socket = connect({ host, port, timeout: LONGEST_SILENCE_MS })
      socket.once('timeout', () => socket!.destroy(new Error('timeout')))
      socket.once('error', callback)
      socket.once('connect', () => {
        socket!.off('error', callback)
        callback(null, { connection: socket })
      })
    }
  } as SMTPTransport.Options)
  const end = () => { socket?.destroy(new Error('stopped')) }
  const timer = setTimeout(end, longestAttemptMs)
  signal.addEventListener('abort', end)
  const late = new Promise<never>((_resolve, reject) => {
    // A library that misses the end of its connection must not keep the message.
    const giveUp = () => reject(new MailFailure('stopped', false))
    signal.addEventListener('abort', giveUp)
    setTimeout(giveUp, longestAttemptMs + 1000).unref()
  })
  late.catch(() => {})
  try {
    signal.throwIfAborted()
    return await Promise.race([late, use(transport)])
  } catch (error) {
    throw describe(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    socket?.destroy()
  }
}

/** The host of a URL as EHLO takes it: a name, or an address in brackets (RFC 5321, 4.1.3). */
export function greetingName (url: string): string {
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  return version === 0 ? host : version === 4 ? `[${host}]` : `[IPv6:${host}]`
}

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

/** A server that refuses the recipient, or the message, will do so again. */
function describe (error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { code = 'EUNKNOWN', responseCode, command } = error as SmtpError
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isPermanent = isOfMessage && (responseCode === undefined || (responseCode >= 500 && responseCode < 600))
  const after = command === undefined ? '' : ` after ${command.replace(/[^A-Z ]/g, '')}`
  return new MailFailure(`${code}${responseCode === undefined ? '' : ` ${responseCode}`}${after}`, isPermanent)
}
