import { execFileSync } from 'node:child_process'
import { linkSync, lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync, type PathLike } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DAY_MS } from '#src/basics/units.js'
import { dialects } from '#test/helper/app.js'
import { areAll, letPass, openIngest, untilArrived } from '#test/helper/ingest.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { readItem, succeed } from '#test/helper/items.js'

const inFolder = (folder: string, name: Buffer): PathLike => Buffer.concat([Buffer.from(`${folder}/`), name])
const MXF_KEY = Buffer.from('060e2b34020501010d010201', 'hex')
/** A partition of an MXF: 2 is a header, 4 a footer; 1 is open, 4 closed. */
const partition = (kind: number, status: number) =>
  Buffer.concat([MXF_KEY, Buffer.from([1, kind, status, 0]), Buffer.alloc(64)])
const box = (type: string, length = 8) =>
  Buffer.concat([Buffer.from([0, 0, 0, length]), Buffer.from(type), Buffer.alloc(length - 8)])

for (const dialect of dialects) {
  t.test(`Names are what they are, and each is a file of its own (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add } = world
    const folder = await add({ path: 'names' })
    const names = ['caf\u00e9.txt', 'cafe\u0301.txt', 'line\nbreak.txt', '\u202etxt.exe', `${'x'.repeat(251)}.txt`, 'a\\b.txt', "'%_\".txt", '..txt.',
      'CON', '\u{1f3ac}.txt']
    for (const name of names) writeFileSync(join(ingest, 'names', name), `bytes of ${name}`)
    writeFileSync(inFolder(join(ingest, 'names'), Buffer.from('caf\xe9.txt', 'latin1')), 'Latin-1')
    const count = names.length
    const shown: any[] = []
    await untilArrived(world, folder.id, (all) => {
      shown.splice(0, shown.length, ...all)
      return areAll(count, 'done')(all)
    })
    const expected = names.filter((name) => !name.startsWith('.')).concat('caf\u00e9.txt').sort()
    t.strictSame(shown.map(({ path }) => path).sort(), expected)
    for (const { path, asset_id: id } of shown) t.equal((await readItem(admin, 'assets', id)).title, path)
    t.equal(new Set(shown.map(({ asset_id: id }) => id)).size, count)
  })

  t.test(`What is no file is passed over, and nothing outside is read (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { folder: outside, ingest, add } = world
    mkdirSync(join(outside, 'outside'))
    writeFileSync(join(outside, 'outside/secret.txt'), 'secret')
    const folder = await add({ path: 'odd' })
    const at = (name: string) => join(ingest, 'odd', name)
    execFileSync('mkfifo', [at('pipe.txt')])
    // Addresses of sockets are short.
    execFileSync(process.execPath, ['-e', "require('net').createServer().listen('socket.txt', () => process.exit())"], { cwd: at('') })
    symlinkSync('/etc/hostname', at('link.txt'))
    symlinkSync('/etc', at('etc'))
    symlinkSync(join(outside, 'outside'), at('outside'))
    symlinkSync('.', at('loop'))
    t.ok(lstatSync(at('socket.txt')).isSocket())
    const deep = Array.from({ length: 32 }, (_, depth) => `d${depth}`).join('/')
    mkdirSync(join(at(deep), 'too-deep'), { recursive: true })
    writeFileSync(join(at(deep), 'deep.txt'), 'deep')
    writeFileSync(join(at(deep), 'too-deep/deeper.txt'), 'deeper')
    writeFileSync(at('first.txt'), 'first')
    linkSync(at('first.txt'), at('second.txt'))
    const arrivals = await untilArrived(world, folder.id, (all) =>
      all.length === 3 && all.every(({ finished_at: time }) => time !== null))
    t.strictSame(Object.keys(arrivals).sort(), [`${deep}/deep.txt`, 'first.txt', 'second.txt'])
    t.strictSame([arrivals['first.txt'].status, arrivals['second.txt'].status].sort(), ['done', 'duplicate'], 'hard links are the same bytes')
  })

  t.test(`What is not whole waits a day, and fails; an empty file is taken then (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add } = world
    const folder = await add({ path: 'open' })
    const write = (name: string, ...pieces: Buffer[]) => writeFileSync(join(ingest, 'open', name), Buffer.concat(pieces))
    write('open.mxf', partition(2, 1), Buffer.alloc(5000))
    write('grows.MXF', partition(2, 3), Buffer.alloc(5000))
    write('closed.mxf', partition(2, 4), Buffer.alloc(5001))
    write('no.mxf', Buffer.from('no MXF at all'))
    write('open.mp4', box('ftyp', 24), box('mdat', 100))
    write('whole.mov', box('ftyp', 24), box('mdat', 99), box('moov', 30))
    write('empty.txt')
    const first = await untilArrived(world, folder.id, (all) => all.length === 7 && areAll(3, 'done')(all))
    t.strictSame(Object.values(first).filter(({ status }) => status === 'done').map(({ path }) => path).sort(), ['closed.mxf', 'no.mxf', 'whole.mov'])
    for (const name of ['open.mxf', 'open.mp4', 'empty.txt']) await letPass(world, first[name].id, 23 * 60)
    write('grows.MXF', partition(2, 3), Buffer.alloc(5000), partition(4, 4))
    const later = await untilArrived(world, folder.id, areAll(4, 'done'))
    t.equal(later['grows.MXF'].status, 'done')
    t.strictSame(['open.mxf', 'open.mp4', 'empty.txt'].map((name) => later[name].status), Array(3).fill('waiting'))
    for (const name of ['open.mxf', 'open.mp4', 'empty.txt']) await letPass(world, first[name].id, 61)
    const last = await untilArrived(world, folder.id, (all) => areAll(2, 'failed')(all) && areAll(5, 'done')(all))
    t.match(last['open.mxf'], { status: 'failed', error: 'The file is not whole yet' })
    t.match(last['open.mp4'], { status: 'failed', error: 'The file is not whole yet' })
    t.match(last['empty.txt'], { status: 'done', size: 0 })
    write('open.mp4', box('ftyp', 24), box('mdat', 100), box('moov', 30))
    await untilArrived(world, folder.id, areAll(6, 'done'))
    t.equal((await succeed(admin.get('assets'))).assets.length, 6)
  })

  t.test(`New assets get what the drop folder says, and a clock of the day after tomorrow holds nothing up (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add } = world
    const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
    const folder = await add({ path: 'in', category: 'films', tags: ['raw', 'a'], custom_fields: { [group]: { [field!]: 'Harbour' } } })
    const path = join(ingest, 'in/a.txt')
    writeFileSync(path, 'a')
    const ahead = new Date(Date.now() + 2 * DAY_MS)
    utimesSync(path, ahead, ahead)
    const { 'a.txt': { asset_id: id } } = await untilArrived(world, folder.id, areAll(1, 'done'))
    t.match(await readItem(admin, 'assets', id), { category: 'films', tags: ['raw', 'a'] })
    const { custom_fields: values } = await succeed(admin.get(`assets/${id}/custom_fields/${group}`))
    t.match(JSON.stringify(values), /Harbour/)
    await succeed(admin.delete(`admin/field_groups/${group}/fields/${field}`))
    writeFileSync(join(ingest, 'in/b.txt'), 'b')
    await untilArrived(world, folder.id, areAll(2, 'done'))
  })
}
