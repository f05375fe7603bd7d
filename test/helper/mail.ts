import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Test } from 'tap'

/** A message as the server received it. */
export interface ReceivedMail {
  readonly to: string
  /** Headers and text as they were sent. */
  readonly source: string
}

/** A mail server on this machine, which keeps what it receives. It ends with the test. */
export async function startMailServer (t: Test, options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    onData (stream, session, done) {
      let source = ''
      stream.setEncoding('utf8').on('data', (piece: string) => { source += piece })
      stream.on('end', () => {
        for (const { address: to } of session.envelope.rcptTo) received.push({ to, source })
        done()
      })
    },
    ...options
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => new Promise<void>((resolve) => { server.close(resolve) }))
  const { port } = server.server.address() as AddressInfo
  return { received, port, url: `smtp://127.0.0.1:${port}` }
}

export function header ({ source }: ReceivedMail, name: string): string | undefined {
  return new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1]
}

/** The token of the link in a message. */
export function tokenIn ({ source }: ReceivedMail): string {
  return /\/console\/welcome#([\w-]{43})/.exec(source.replace(/=\r\n/g, '').replace(/=3D/g, '='))![1]!
}

/** The text of a message, without its headers and without its HTML. */
export function textOf ({ source }: ReceivedMail): string {
  const parts = source.split(/^--.*\r\n/m).map((part) => part.split('\r\n\r\n'))
  const [head, ...body] = parts.find(([head]) => /^content-type: text\/plain/im.test(head!))!
  const text = body.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head!)) return Buffer.from(text, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head!)) return text
  const bytes = text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
