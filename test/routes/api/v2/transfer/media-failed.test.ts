import { succeed } from '#test/helper/items.js'
import { sendImport } from '#test/helper/transfer.js'
import { startFileSender, startSender } from '../../../../helper/media/sender.js'
import { readUntil, onBothWithMedia, settledMedia } from '../../../../helper/media/world.js'

onBothWithMedia('An import counts the files of its rows that could not be fetched, also after its end', async (t, world) => {
  const { admin } = world
  const sender = await startFileSender(t, { bytes: Buffer.from('a film') })
  let refuse = (): void => {}
  const late = await startSender(t, (_request, response) => { refuse = () => { response.writeHead(404).end() } })
  const rows = [`A,${sender.url}`, `B,${late.url}`, 'C,http://10.0.0.1/c.mov']
  const { id } = await sendImport(admin, `external_id,title,file_url,filename\n${
    rows.map((row) => `${row.replace(',', ',Film,')},film.mov\n`).join('')}`)
  const read = async () => (await succeed(admin.get(`imports/${id}`))).import
  const ended = await readUntil(read, ({ status, media_failed: failed }) => status === 'done' && failed === 1)
  t.match(ended, { rows: 3, created: 3, failed: 0, media_failed: 1 }, 'the file that is still awaited is not counted')
  await readUntil(() => late.requests.length, (requests) => requests === 1)
  refuse()
  await readUntil(read, ({ media_failed: failed }) => failed === 2)
  const { id: whole } = await succeed(admin.get('external_ids/A'))
  t.match(await settledMedia(admin, whole), [{ status: 'ready' }])
  t.strictSame((await succeed(admin.get('imports'))).imports[0], await read())
  const failed = (await succeed(admin.get('assets?media_status=failed&sort=created_date'))).assets
  t.strictSame(failed.map((asset: any) => asset.external_id).sort(), ['B', 'C'])
  const [file] = (await succeed(admin.get(`assets/${failed.find((asset: any) => asset.external_id === 'C').id}/media`))).media
  t.match(file.error, /OUTBOUND_ALLOW/, 'the error names the setting')
}, { OUTBOUND_ALLOW: '127.0.0.0/8' })
