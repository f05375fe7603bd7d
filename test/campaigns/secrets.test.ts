import { once } from 'node:events'
import { connect } from 'node:net'
import { Sqlite } from '#src/database/driver.mjs'
import t from 'tap'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { createTestDatabase } from '#test/helper/databases.js'
import { runProgram, startService } from '#test/helper/program.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'

/** None of these may be in the output of the service, in any spelling. */
const secrets = {
  adminKey: 'cutroom_secret-of-the-administrator',
  wrongKey: 'cutroom_secret-that-is-not-valid',
  keyInQuery: 'secret-key-in-a-query',
  wrongToken: 'secret-token-that-is-not-valid',
  brokenJson: 'secret-in-broken-json',
  hmac: 'whsec_c2VjcmV0LWZvci1zaWduaW5nLWxvbmctZW5vdWdo',
  hidden: 'Bearer secret-of-a-hidden-header',
  plainHeader: 'secret-in-a-header-that-is-not-hidden',
  receiverToken: 'secret-token-of-a-receiver',
  fileToken: 'secret-token-of-a-file',
  filePassword: 'secret-password-of-a-sender'
}

t.test('No key, secret or token reaches the log, not even at level trace and when requests fail', async (t) => {
  const { url: databaseUrl, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const environment = {
    DATABASE_URL: databaseUrl,
    ADMIN_API_KEY: secrets.adminKey,
    WEBHOOK_RETRY_DELAYS: '0.05,0.05',
    MEDIA_RETRY_DELAYS: '0.05'
  }
  const service = await startService(t, { ...environment, LOG_LEVEL: 'trace' })
  const receiver = await startReceiver(t, (request, response) => {
    if (request.path.startsWith('/file')) return response.end('the bytes of a file')
    response.writeHead(request.path.startsWith('/fine') ? 200 : 500).end()
  })
  const issued = JSON
    .parse((await runProgram(t, 'src/cli/main.js', ['token', 'issue', '--kind', 'reset_password', '--email',
      'admin@example.com'], environment)).stdout) as { token: string }

  let requests = 0
  const ask = async (method: string, path: string, body?: unknown, key = secrets.adminKey) => {
    requests++
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' })
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: answer.headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : text
    }
  }

  // Keys and tokens, valid and invalid, in the right places and in wrong ones.
  t.equal((await ask('GET', '/api/v2/projects')).status, 200)
  t.equal((await ask('GET', '/api/v2/projects', undefined, secrets.wrongKey)).status, 401)
  t.equal((await ask('GET', `/api/v2/projects?api_key=${secrets.keyInQuery}`, undefined, '')).status, 401)
  t.equal((await ask('GET', `/nowhere?token=${secrets.wrongToken}`)).status, 404)
  t.equal((await ask('GET', `/api/v2/tokens/reset_password_token?token=${issued.token}`)).status, 200)
  t.equal((await ask('GET', `/api/v2/tokens/confirmation_token?token=${secrets.wrongToken}`)).status, 400)
  t.equal((await ask('POST', '/api/v2/assets', `{"title": "${secrets.brokenJson}`)).status, 422)
  await sendRaw(service.url, `GET /api/v2/projects HTTP/1.1\r\nX-API-KEY: ${secrets.adminKey}\r\nBroken header\r\n\r\n`)
  await sendRaw(service.url, `BREW /api/v2/projects?token=${secrets.wrongToken} HTTP/1.1\r\n\r\n`)

  // Webhooks that sign, with hidden headers, whose receivers answer, fail and are missing.
  for (const address of [`${receiver.url}/fine`, `${receiver.url}/failing`, 'http://127.0.0.1:9/']) {
    const { body } = await ask('POST', '/api/v2/admin/webhooks', {
      name: 'Hook',
      http_url: `${address}?token=${secrets.receiverToken}`,
      http_method: 'POST',
      trigger_events: ['ASSET_ADDED']
    })
    for (
      const header of [
        { header_key: 'X-Signature', header_value: secrets.hmac, is_hmac: true },
        { header_key: 'Authorization', header_value: secrets.hidden, hidden: true },
        { header_key: 'X-Plain', header_value: secrets.plainHeader }
      ]
    ) t.equal((await ask('POST', `/api/v2/admin/webhooks/${body.webhook.id}/webhook_headers`, header)).status, 200)
  }
  const { body: { asset } } = await ask('POST', '/api/v2/assets', { title: 'Interview' })
  const attempts = await eventually('every attempt', async () => {
    const { body: { webhooks } } = await ask('GET', '/api/v2/admin/webhooks')
    return webhooks.every((webhook: any) => webhook.queue_length + webhook.retry_queue_length === 0) && 1 + 3 + 3
  })

  // Files of senders with a token or a password, one that arrives and one that does not, and a signed download.
  const attach = (fileUrl: string) =>
    ask('POST', `/api/v2/assets/${asset.id}/media`, { file_url: fileUrl, filename: 'a.mov' })
  await attach(`http://user:${secrets.filePassword}@127.0.0.1:9/missing?token=${secrets.fileToken}`)
  await attach(`${receiver.url}/file?token=${secrets.fileToken}`)
  const downloadUrl = new URL(await eventually('the file', async () => {
    const { body: { media } } = await ask('GET', `/api/v2/assets/${asset.id}/media`)
    return (media as any[]).find(({ status }) => status === 'ready')?.download_url as string | undefined
  }))
  t.equal((await ask('GET', downloadUrl.pathname + downloadUrl.search, undefined, '')).body, 'the bytes of a file')

  // Errors of the service itself, while it writes a secret.
  const driver = new Sqlite(sqlitePath(databaseUrl))
  driver.exec('ALTER TABLE webhook_headers RENAME TO hidden_headers; ALTER TABLE tokens RENAME TO hidden_tokens; ALTER TABLE api_keys RENAME TO hidden_keys')
  t.equal(
    (await ask('POST', '/api/v2/admin/webhooks/1/webhook_headers', {
      header_key: 'X',
      header_value: secrets.hidden,
      hidden: true
    })).status,
    500
  )
  t.equal((await ask('GET', `/api/v2/tokens/reset_password_token?token=${issued.token}`)).status, 500)
  t.equal((await ask('GET', '/api/v2/projects', undefined, secrets.wrongKey)).status, 500)
  driver.exec('ALTER TABLE hidden_headers RENAME TO webhook_headers; ALTER TABLE hidden_tokens RENAME TO tokens; ALTER TABLE hidden_keys RENAME TO api_keys')
  driver.close()

  const { stdout, stderr, code } = await service.stop()
  t.equal(code, 0)
  const printed = stdout + stderr
  const signature = [...downloadUrl.searchParams.values()].sort((a, b) => b.length - a.length)[0]!
  for (const [name, secret] of Object.entries({ ...secrets, token: issued.token, signature })) {
    for (const [spelling, text] of Object.entries(spellings(secret))) {
      t.notOk(printed.includes(text), `${name}, ${spelling}`)
    }
  }

  const lines = stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  t.equal(lines.filter(({ msg }) => msg === 'request').length, requests, 'one line for each request')
  t.ok(lines.filter(({ msg }) => msg === 'request').every(({ reqId }) => typeof reqId === 'string'), 'with its id')
  t.equal(lines.filter(({ msg }) => msg === 'webhook attempt').length, attempts, 'one line for each attempt')
  t.equal(lines.filter(({ msg }) => msg === 'request failed').length, 3, 'and errors are there')
  t.ok(lines.some(({ err }) => err?.code === 'HPE_INVALID_METHOD'), 'broken requests too')
})

/** Spellings of a secret that do not show it at a glance. */
function spellings (secret: string): Record<string, string> {
  return {
    plain: secret,
    'percent-encoded': encodeURIComponent(secret),
    base64: Buffer.from(secret).toString('base64').replace(/(?<!=)=+$/, ''),
    hexadecimal: Buffer.from(secret).toString('hex'),
    'as bytes': [...Buffer.from(secret)].join(',')
  }
}

async function sendRaw (url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(text)
  socket.resume()
  await once(socket, 'close')
}
