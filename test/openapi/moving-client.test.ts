import { httpDialects, inAppOfProcess } from '../helper/app.js'
import { listeningUrl } from '../helper/client.js'
import { eventually } from '../helper/receiver.js'
import { connect, refusal, succeed } from '../helper/typed-client.js'
import type { components } from '../../client/generated/api.js'

type Change = components['schemas']['Change']

inAppOfProcess(httpDialects)('The client moves items in and out, changes many at once, and follows changes', async (t, world) => {
  const client = await connect(world)
  const { next, more } = await succeed(client.GET('/api/v2/changes', { params: { query: { since: 'now' } } }))
  t.equal(more, false)

  await t.test('it does many things in a bulk, with placeholders', async (t) => {
    const { results, failed, committed } = await succeed(client.POST('/api/v2/bulk', {
      body: {
        operations: [
          { method: 'POST', path: '/api/v2/projects', body: { title: 'Film' } },
          { method: 'POST', path: '/api/v2/assets', body: { title: 'Interview' } },
          { method: 'PUT', path: '/api/v2/assets/{{1.asset.id}}', body: { external_id: 'M-1' } },
          { method: 'POST', path: '/api/v2/assets/{{1.asset.id}}/assign', body: { to_project_id: '{{0.project.id}}' } }
        ],
        atomic: true
      }
    }))
    t.strictSame([results.map(({ status }) => status), failed, committed], [[200, 200, 200, 200], 0, true])
  })

  await t.test('it exports and imports', async (t) => {
    const { data: lines } = await client.GET('/api/v2/export', {
      params: { query: { type: ['asset'] } },
      parseAs: 'text'
    })
    t.equal(JSON.parse(lines).asset.external_id, 'M-1')
    const file = 'external_id,title\nM-1,Interview\nM-2,Landscape\n'
    const { import: { id, dry_run: isDryRun } } = await succeed(client.POST('/api/v2/imports', {
      params: {
        query: { mode: 'upsert', key: 'external_id', dry_run: false },
        header: { 'Idempotency-Key': 'file 1' }
      },
      body: file,
      headers: { 'Content-Type': 'text/csv' }
    }))
    t.equal(isDryRun, false)
    const ofImport = { params: { path: { import_id: id } } }
    const ended = await eventually('the end of the import', async () => {
      const { import: state } = await succeed(client.GET('/api/v2/imports/{import_id}', ofImport))
      return state.finished_at !== null && state
    })
    t.match(ended, { status: 'done', rows: 2, created: 1, unchanged: 1, failed: 0 })
    const { data: errors } = await client.GET('/api/v2/imports/{import_id}/errors', { ...ofImport, parseAs: 'text' })
    t.equal(errors, 'line,column,error\r\n')
    t.strictSame(await succeed(client.DELETE('/api/v2/imports/{import_id}', ofImport)), { ok: 'Import cancelled' })
    t.equal((await succeed(client.GET('/api/v2/imports'))).imports.length, 1)
  })

  await t.test('it reads the changes after a cursor, as a page and as a stream', async (t) => {
    const { changes } =
      await succeed(client.GET('/api/v2/changes', {
        params: { query: { since: next, include: 'item', event: ['ASSET_ADDED', 'ASSET_LINKED'] } }
      }))
    t.strictSame(changes.map(({ event, item }) => [event, item?.asset?.title]), [['ASSET_ADDED', 'Interview'], [
      'ASSET_LINKED',
      'Interview'
    ], ['ASSET_ADDED', 'Landscape']])
    const { body: stream } = await fetch(`${await listeningUrl(world)}/api/v2/changes?event=ASSET_ADDED`, {
      headers: { accept: 'text/event-stream', 'last-event-id': next, 'x-api-key': world.adminKey }
    })
    let text = ''
    for await (const chunk of stream!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.split('\ndata: ').length > 2) break
    }
    const streamed = text.split('\n').filter((line) => line.startsWith('data: ')).map((line) =>
      JSON.parse(line.slice('data: '.length)) as Change
    )
    t.strictSame(
      streamed.map(({ id }) => id),
      changes.filter(({ event }) => event === 'ASSET_ADDED').map(({ id }) => id)
    )
  })

  await t.test('its types reject what the service refuses', async (t) => {
    const [status] = await refusal(client.POST('/api/v2/imports', {
      // @ts-expect-error: there is no such mode
      params: { query: { mode: 'replace' } },
      body: 'title\n',
      headers: { 'Content-Type': 'text/csv' }
    }))
    t.equal(status, 422)
    // @ts-expect-error: an operation has a path
    t.match(await refusal(client.POST('/api/v2/bulk', { body: { operations: [{ method: 'POST' }] } })), [
      422, /^Invalid operation 0: /
    ])
  })
}, { JOBS: 'on' })
