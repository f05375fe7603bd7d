import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { createSmtp, greetingName, MailFailure } from '#src/mail/smtp.js'
import { compose } from '#src/mail/outbox/compose.js'
import { header, startMailServer, tokenIn } from '#test/helper/mail.js'
import { readConfig } from '#src/process/config.js'

const FROM = 'Cutroom <cutroom@example.com>'
const PUBLIC_URL = 'https://media.example.com/cutroom'
const token = 'x'.repeat(43)
const mail = {
  id: '0198c8a0-0000-7000-8000-000000000001',
  recipient: 'ann@example.com',
  createdAt: new Date('2026-11-25T10:00:00Z'),
  ...compose('confirmation', {
    account: 'Film & Söhne <b>',
    url: `https://media.example.com/console/welcome#${token}`,
    expiresAt: new Date('2026-12-09T10:00:00Z')
  })
}
const never = new AbortController().signal
const serverOf = (url: string) => readConfig({ SMTP_URL: url, PUBLIC_URL: 'https://media.example.com' }).SMTP_URL!
const smtp = (url: string, longestAttemptMs?: number) =>
  createSmtp({
    server: serverOf(url),
    from: FROM,
    publicUrl: PUBLIC_URL,
    ...(longestAttemptMs !== undefined && { longestAttemptMs })
  })

/** A server that answers as the test tells it to, or not at all. */
async function startLiar (t: Test, answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

t.test('The server is greeted by the host of PUBLIC_URL', async (t) => {
  const greetings: string[] = []
  const { url, received } = await startMailServer(t, {
    onMailFrom ({ address: _ }, session, done) {
      greetings.push(session.hostNameAppearsAs as string)
      done()
    }
  })
  await smtp(url)(mail, never)
  t.strictSame([greetings, received.length], [['media.example.com'], 1])
  for (const [publicUrl, name] of [
    ['https://Media.example.com:8443/cutroom', 'media.example.com'], ['http://müller.example', 'xn--mller-kva.example'],
    ['http://localhost:3000', 'localhost'], ['http://10.0.0.7:3000', '[10.0.0.7]'], ['http://[fd00::7]:3000', '[IPv6:fd00::7]']
  ] as const) t.equal(greetingName(publicUrl), name)
})

t.test('A message has a text and an HTML part, and the same Message-ID each time it is sent', async (t) => {
  const { received, url } = await startMailServer(t)
  await smtp(url)(mail, never)
  await smtp(url)(mail, never)
  t.equal(received.length, 2)
  const [first] = received
  t.equal(first!.to, 'ann@example.com')
  t.equal(header(first!, 'from'), FROM)
  t.equal(header(first!, 'auto-submitted'), 'auto-generated')
  t.equal(header(first!, 'date'), 'Wed, 25 Nov 2026 10:00:00 +0000')
  t.match(header(first!, 'content-type'), /^multipart\/alternative;/)
  t.match(first!.source, /^Content-Type: text\/plain/m)
  t.match(first!.source, /^Content-Type: text\/html/m)
  t.equal(tokenIn(first!), token)
  for (const message of received) t.equal(header(message, 'message-id'), `<${mail.id}@example.com>`)
  t.match(mail.text, '9 December 2026, 10:00 UTC')
  t.match(mail.html, 'Film &#38; Söhne &#60;b&#62;')
})

t.test('Messages about one thing have one reference, and name the page that stops them; others have neither', async (t) => {
  const { received, url } = await startMailServer(t)
  await smtp(url)({ ...mail, thread: 'asset-7', stop: `${PUBLIC_URL}/console/notifications` }, never)
  await smtp(url)(mail, never)
  const [about, other] = received
  t.equal(header(about!, 'references'), '<asset-7@example.com>')
  t.equal(header(about!, 'list-unsubscribe'), `<${PUBLIC_URL}/console/notifications>`)
  t.strictSame(['references', 'list-unsubscribe'].map((name) => header(other!, name)), [undefined, undefined])
})

t.test('A password is sent over TLS if the server offers it', async (t) => {
  const seen: unknown[] = []
  const { url } = await startMailServer(t, {
    authOptional: false,
    onAuth ({ username, password }, { secure }, done) {
      seen.push([username, password, secure])
      done(null, { user: username })
    }
  })
  await smtp(url.replace('//', '//me%40example.com:se%2Fcret@'))(mail, never)
  t.strictSame(seen, [['me@example.com', 'se/cret', true]])
})

t.test('A 5xx for a sender or a recipient is a permanent failure; every other failure is temporary', async (t) => {
  const refuse = (responseCode: number) => (_what: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(`the text was ${token}`), { responseCode }))
  for (const [options, isPermanent] of [
    [{ onRcptTo: refuse(550) }, true],
    [{ onRcptTo: refuse(450) }, false],
    [{ onMailFrom: refuse(553) }, true],
    [{ onConnect: (_session: unknown, done: (error: Error) => void) => refuse(554)(null, null, done) }, false],
    [{ authOptional: false, onAuth: refuse(535) }, false]
  ] as const) {
    const { url } = await startMailServer(t, options)
    const asked = 'onAuth' in options ? url.replace('//', '//me:secret@') : url
    const failure = await smtp(asked)(mail, never).then(() => null, (error: unknown) => error)
    t.ok(failure instanceof MailFailure)
    t.equal((failure as MailFailure).isPermanent, isPermanent, String(failure))
    t.notMatch(String(failure), token, 'the text of the server is not kept')
  }
  const failure = await smtp('smtp://127.0.0.1:1')(mail, never).catch((error: unknown) => error)
  t.match(failure, { name: 'MailFailure', isPermanent: false })
})

t.test('A server that hangs, drips or talks without end is given up at the time limit', async (t) => {
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('2'), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const talk = (socket: Socket) => {
    const line = `220-${'x'.repeat(60_000)}\r\n`
    const more = () => { while (!socket.destroyed && socket.write(line)); }
    socket.on('drain', more)
    more()
  }
  for (const answer of [() => {}, drip, talk, (socket: Socket) => { socket.end('220 hello\r\n') },
    (socket: Socket) => { socket.end('HTTP/1.1 200 OK\r\n\r\n') }]) {
    const { url, sockets } = await startLiar(t, answer)
    const failure = await smtp(url, 500)(mail, never).catch((error: unknown) => error)
    t.match(failure, { name: 'MailFailure', isPermanent: false })
    for (const socket of sockets) if (!socket.closed) await new Promise((resolve) => { socket.resume().on('close', resolve) })
  }
})

t.test('Sending ends at once when it is aborted', async (t) => {
  const { url } = await startLiar(t, () => {})
  const stopping = new AbortController()
  const sending = smtp(url)(mail, stopping.signal)
  stopping.abort()
  await t.rejects(sending, { name: 'MailFailure' })
  await t.rejects(smtp(url)(mail, AbortSignal.abort()), { name: 'MailFailure' })
})

t.test('Invalid mail settings are refused', async (t) => {
  const read = (more: Record<string, string>) => () => readConfig({ PUBLIC_URL: 'https://media.example.com', ...more })
  t.throws(() => readConfig({ SMTP_URL: 'smtp://localhost' }), { message: 'SMTP_URL needs PUBLIC_URL, with which the links in messages begin' })
  t.throws(read({ SMTP_URL: 'http://me:secret@localhost' }), { message: /^SMTP_URL must be a URL such as [^:]+:\/\/user:password@/ })
  t.throws(read({ SMTP_URL: 'ftp://me:hidden@localhost' }), { message: /^((?!hidden).)*$/ })
  t.throws(read({ MAIL_FROM: 'nobody' }), { message: /^MAIL_FROM must be an e-mail address/ })
  t.strictSame(serverOf('smtps://[::1]'), { host: '::1', port: 465, secure: true, auth: null })
  t.strictSame(serverOf('smtp://mail.example.com/'), { host: 'mail.example.com', port: 587, secure: false, auth: null })
})
