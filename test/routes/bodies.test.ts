import { onOneDatabase, type Answer } from '../helper/app.js'
import { addAsset, isDeleted, readItem, succeed } from '../helper/items.js'

const MEBIBYTE = 1024 * 1024

/** A body of exactly this number of bytes that creates an asset. */
const bodyOf = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`

onOneDatabase('Bodies are JSON of a bounded size', async (t, { app, admin, adminCaller }) => {
  const isRefused = (answer: Answer, status: number, error: string) =>
    t.strictSame([answer.status, answer.body], [status, { error }])
  const send = (
    body: string | Buffer, contentType?: string, method: 'POST' | 'PUT' | 'DELETE' = 'POST', path = 'assets'
  ) =>
    app.inject({
      method,
      url: `/api/v2/${path}`,
      payload: body,
      headers: {
        'x-api-key': app.config.ADMIN_API_KEY!,
        ...(contentType === undefined ? {} : { 'content-type': contentType })
      }
    }).then((answer): Answer => ({
      status: answer.statusCode,
      text: answer.body,
      body: answer.body === '' ? null : answer.json(),
      headers: answer.headers
    }))

  await t.test('No body, an empty one, or JSON that is not an object counts as no parameters', async () => {
    for (const body of ['[]', '[{"title":"x"}]', 'null', '5', '"title"', 'true', ' {} ', '{"":""}']) {
      isRefused(await send(body, 'application/json'), 422, 'Missing parameter title')
    }
    isRefused(await admin.post('assets'), 422, 'Missing parameter title')
    isRefused(await send('', 'application/json'), 422, 'Missing parameter title')
    isRefused(await send('', 'text/plain'), 422, 'Missing parameter title')
    isRefused(await send(''), 422, 'Missing parameter title')
  })

  await t.test('A body may begin with a byte order mark', async () => {
    const { status, body } = await send('\ufeff{"title":"\ufeffx"}', 'application/json')
    t.match([status, body.asset.title], [200, '\ufeffx'])
    isRefused(await send('\ufeff', 'application/json'), 422, 'Missing parameter title')
    t.equal((await send('\ufeff\ufeff{"title":"x"}', 'application/json')).status, 422)
  })

  await t.test('A body that is not valid JSON is refused with 422', async () => {
    for (
      const body of ['{', '{"title":"x"', '{"title":"x"}}', "{'title':'x'}", 'title=x', '{title:"x"}', ' ', '\n',
        'undefined', 'NaN', '{"title":"a\nb"}', '{"title":"x",}', '{"title":"\\x"}', '"\u0000', '\u0000', '[1', '<a/>',
        '{"a":99999999999999999999', '{"title":"x"} {"title":"y"}', '['.repeat(32), '{"a":'.repeat(32),
        `{"title":"x","unknown":${'7'.repeat(401)}}`, `{"title":"x","unknown":0.${'7'.repeat(1_000_000)}}`]
    ) {
      isRefused(await send(body, 'application/json'), 422, 'Invalid JSON body')
    }
    isRefused(await send('{', 'application/json', 'POST', 'assets/x/trash_bin'), 422, 'Invalid JSON body')
    isRefused(await send('{', 'application/json', 'DELETE', 'assets/x'), 422, 'Invalid JSON body')
  })

  await t.test('A body with another Content-Type, or without one, is refused with 415', async () => {
    for (
      const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x',
        'application/xml', 'application/jsonp', 'application/json5', 'text/json', 'json', '/', '*/*', 'x',
        ', application/json', undefined]
    ) {
      isRefused(await send('{"title":"x"}', type), 415, 'Content-Type must be application/json')
    }
    isRefused(await send('x', 'text/plain', 'PUT', 'assets/x'), 415, 'Content-Type must be application/json')
  })

  await t.test('The Content-Type may have parameters and any case', async (t) => {
    for (
      const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8',
        'Application/JSON', 'application/json ; x=y']
    ) {
      t.equal((await send('{"title":"x"}', type)).status, 200, type)
    }
  })

  await t.test('An empty body may have any Content-Type, or none', async (t) => {
    const { id } = await addAsset(admin)
    for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
      t.equal((await send('', type, 'POST', `assets/${id}/trash_bin`)).status, 200, String(type))
      t.equal((await send('', type, 'POST', `assets/${id}/restore`)).status, 200, String(type))
    }
    t.equal((await send('', undefined, 'DELETE', `assets/${id}`)).status, 200)
  })

  await t.test('A refused operation changes nothing', async (t) => {
    const { id } = await addAsset(admin)
    await send('x', 'text/plain', 'POST', `assets/${id}/trash_bin`)
    await send('{', 'application/json', 'POST', `assets/${id}/trash_bin`)
    await send(bodyOf(MEBIBYTE + 1), 'application/json', 'DELETE', `assets/${id}`)
    t.equal(await isDeleted(admin, 'assets', id), false)
  })

  await t.test('A body of 1 MiB is accepted and comes back whole; one byte more is refused with 413', async (t) => {
    const item = { title: 'x', description: '', tags: Array.from({ length: 990 }, () => 'x'.repeat(1000)) }
    item.description = 'x'.repeat(MEBIBYTE - JSON.stringify(item).length)
    const answer = await send(JSON.stringify(item), 'application/json')
    t.equal(answer.status, 200)
    t.match(await readItem(admin, 'assets', answer.body.asset.id), item)
    isRefused(await send(bodyOf(MEBIBYTE + 1), 'application/json'), 413, 'Request body is too large')
    isRefused(await send('x'.repeat(MEBIBYTE + 1), 'application/json'), 413, 'Request body is too large')
    isRefused(
      await send(`{"title":"${'é'.repeat(MEBIBYTE / 2)}"}`, 'application/json'),
      413,
      'Request body is too large'
    )
  })

  await t.test('A list of 1,000 tags, the most allowed, is accepted', async (t) => {
    const tags = Array.from({ length: 1000 }, (_, index) => String(index % 10))
    const { id } = (await succeed(admin.post('assets', { title: 'x', tags }))).asset
    t.strictSame((await readItem(admin, 'assets', id)).tags, tags)
    t.strictSame((await succeed(admin.put(`assets/${id}`, { tags: [] }))).asset.tags, [])
  })

  await t.test('A body with 50,000 values is accepted and one more is refused, wherever they are nested', async (t) => {
    const withBody = (values: number) => `{"title":"x","unknown":[${Array(values - 3).fill('{}').join()}]}`
    t.equal((await send(withBody(50_000), 'application/json')).status, 200)
    const inKeys = `{"title":"x",${Array.from({ length: 49_998 }, (_, index) => `"${index}":${index}`).join()}}`
    t.equal((await send(inKeys, 'application/json')).status, 200)
    const { status, text } = await send(`{"title":[${Array(49_998).fill('0').join()}]}`, 'application/json')
    const shown = `[${Array(400).fill('0').join(', ')}`.slice(0, 1000)
    t.strictSame([status, JSON.parse(text).error],
      [422, `Invalid parameter 'title' value ${shown}…: Must be a String`])
    for (
      const body of [withBody(50_001), inKeys.replace('"x"', '["x"]'), `{"title":[${Array(49_999).fill('0').join()}]}`,
        `[${Array(500_000).fill('1').join()}]`, `[${Array(300_000).fill('{}').join()}`]
    ) isRefused(await send(body, 'application/json'), 413, 'Request body is too large')
  })

  await t.test('Objects and arrays may be nested 32 levels deep, and no deeper', async (t) => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    for (const [name, rule] of [['title', 'Must be a String'], ['tags', 'Must be an array of String']]) {
      isRefused(
        await send(`{"title":"x","${name}":${nested(31)}}`, 'application/json'),
        422,
        `Invalid parameter '${name}' value ${nested(31)}: ${rule}`
      )
    }
    t.equal((await send(`{"title":"x","unknown":${nested(31)}}`, 'application/json')).status, 200)
    t.equal((await send(`{"title":"${nested(400)}"}`, 'application/json')).status, 200, 'brackets in a string do not count')
    isRefused(await send(nested(32), 'application/json'), 422, 'Missing parameter title')
    for (
      const body of [nested(33), `{"title":"x","unknown":${nested(32)}}`, nested(500_000), '['.repeat(1_000_000),
        `{"title":"x","unknown":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`]
    ) isRefused(await send(body, 'application/json'), 413, 'Request body is too large')
  })

  await t.test('__proto__, constructor and the like are unknown parameters, and ignored', async (t) => {
    isRefused(await send('{"__proto__":{"title":"x"}}', 'application/json'), 422, 'Missing parameter title')
    isRefused(
      await send('{"constructor":{"prototype":{"title":"x"}}}', 'application/json'),
      422,
      'Missing parameter title'
    )
    const { asset } =
      (await send(
        '{"title":"x","__proto__":{"description":5,"media_type":"live"},"constructor":1,"toString":2,"hasOwnProperty":3}',
        'application/json'
      )).body
    t.match(asset, { description: '', media_type: 'placeholder', owner: adminCaller.email })
    isRefused(await admin.post('assets'), 422, 'Missing parameter title')
  })

  await t.test('Numbers of unknown parameters may exceed the precision and the range of a double', async (t) => {
    for (
      const number of ['0.12345678901234567890', '99999999999999999999', '1e1000', '-0.00000000000000000001',
        '3.14159265358979323846e-5']
    ) {
      const answer = await send(`{"weight":${number},"title":"x"}`, 'application/json')
      t.equal(answer.status, 200, number)
    }
  })

  await t.test('Invalid UTF-8 and lone surrogates cause no failure, and the answer shows what is stored', async (t) => {
    const broken = Buffer.concat([Buffer.from('{"title":"a'), Buffer.from([0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]),
      Buffer.from('b"}')])
    for (
      const body of [broken, '{"title":"\\ud800"}',
        '{"title":"a\\udfffb","tags":["\\ud800","\\udc00\\ud800"],"description":"\\ud83c"}']
    ) {
      const { status, body: { asset } } = await send(body, 'application/json')
      t.equal(status, 200)
      t.strictSame(await readItem(admin, 'assets', asset.id), asset)
      const updated = (await send(body, 'application/json', 'PUT', `assets/${asset.id}`)).body
      t.strictSame(updated, { asset, errors: {} }, 'sending it again changes nothing')
    }
    const { id } = await addAsset(admin)
    t.equal((await send('{"external_id":"\\ud800"}', 'application/json', 'PUT', `assets/${id}`)).status, 200)
  })
})
