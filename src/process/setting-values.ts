import { isLoopbackHost } from './loopback.js'

/** The parsers of settings. They throw if a value is not valid. */

/** A base of URLs: normalised, without a slash at the end. */
export function baseUrl (value: string): string {
  const { protocol, host, pathname, username } = new URL(value)
  if (username !== '') throw new TypeError('a link must not show a password')
  return `${protocol}//${host}${pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** The URL of a provider, unchanged: a slash at the end makes no difference. */
export function issuerUrl (value: string): string {
  const { protocol, hostname } = new URL(value)
  if (protocol === 'http:' && !isLoopbackHost(hostname)) throw new TypeError('others could answer in its place')
  return value
}

const SMTP_PORTS = { 'smtp:': 587, 'smtps:': 465 }

/** The mail server of a URL, with its password. */
export function mailServer (value: string) {
  const { protocol, hostname, port, username, password } = new URL(value)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? SMTP_PORTS[protocol as keyof typeof SMTP_PORTS] : Number(port),
    secure: protocol === 'smtps:',
    auth: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  }
}

/** Origins as browsers send them. Those of apps have their own schemes. */
export function origins (value: string): string[] {
  return value.split(',').map((entry) => entry.trim()).filter(Boolean).map((entry) => {
    if (entry === '*') return entry
    const [, scheme, rest] = /^([a-z][a-z\d+.-]*):\/\/([^\s/?#@*]+)\/?$/i.exec(entry)!
    return /^https?$/i.test(scheme!) ? new URL(entry).origin : `${scheme}://${rest}`
  })
}

/** The pattern of a port. */
export function portPattern (): string {
  return '^([1-9]\\d{0,3}|0|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])$'
}
