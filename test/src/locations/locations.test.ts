import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { LocationGone, NotThatFile } from '#src/locations/errors.js'
import type { Entry, Location } from '#src/locations/location.js'
import { openLocation } from '#src/locations/open.js'
import { isRelativePath, shownName } from '#src/locations/paths.js'
import { startS3 } from '../../helper/media/s3-server.js'
import { fileOf, listed } from '../../helper/locations.js'

async function folderOf (t: Test): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'cutroom-location-'))
  t.teardown(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Both kinds must pass the same tests. */
t.test('A folder', async (t) => check(t, await openLocation({ type: 'folder', path: await folderOf(t) })))
t.test('A bucket', async (t) => check(t, await openLocation({ type: 'bucket', url: await startS3(t) })))

async function check (t: Test, location: Location): Promise<void> {
  const read = async (path: string) => {
    const file = await location.open(path)
    try {
      return (await buffer(await file.read())).toString()
    } finally {
      await file.close()
    }
  }
  const put = (path: string, text: string) => location.write(path, fileOf(text))

  await t.test('What is written is listed, and read', async (t) => {
    await location.makeFolder('cards/A001')
    t.equal(await put('cards/A001/clip.mov', 'film'), true)
    t.equal(await put('cards/ü + 1%.txt', ''), true)
    t.match(await listed(location, ''), { cards: { type: 'folder', shown: 'cards' } })
    const found = await listed(location, 'cards')
    t.strictSame(Object.keys(found).sort(), ['A001', 'ü + 1%.txt'])
    t.match(found['ü + 1%.txt'], { type: 'file', size: 0 })
    const names: string[] = []
    for await (const name of location.names('cards')) names.push(name)
    t.strictSame(names.sort(), ['A001', 'ü + 1%.txt'])
    const clip = (await listed(location, 'cards/A001'))['clip.mov']!
    t.match(clip, { type: 'file', size: 4, name: Buffer.from('clip.mov') })
    t.ok(Math.abs(Number(clip.mtimeNs / 1_000_000n) - Date.now()) < 600_000)
    t.equal(await read('cards/A001/clip.mov'), 'film')
    const file = await location.open('cards/A001/clip.mov', clip)
    t.equal((await buffer(await file.read(2))).toString(), 'lm')
    t.equal((await buffer(await file.read(4))).toString(), '')
    t.equal((await file.look()).state, clip.state)
    await file.close()
  })

  await t.test('What is at a path', async (t) => {
    t.match(await location.look(''), { type: 'folder' })
    t.match(await location.look('cards/A001'), { type: 'folder' })
    t.match(await location.look('cards/A001/clip.mov'), { type: 'file', size: 4 })
    t.equal(await location.look('cards/A002/clip.mov'), null)
    t.equal(await location.look('nothing'), null)
    await t.rejects(location.open('nothing'), { code: 'ENOENT' })
  })

  await t.test('A name that is taken stays what it is', async (t) => {
    t.equal(await put('cards/A001/clip.mov', 'other'), false)
    t.equal(await read('cards/A001/clip.mov'), 'film')
    t.strictSame(Object.keys(await listed(location, 'cards/A001')), ['clip.mov'])
  })

  await t.test('A file that is not whole gets no name, and leaves nothing', async (t) => {
    for (const size of [3, 5]) {
      await t.rejects(location.write('cards/A001/bad.mov', { ...fileOf('film'), size }), /than \d bytes/)
    }
    const broken = { id: 'b', size: 8, async * bytes () { yield Buffer.from('film'); throw new Error('broken') } }
    await t.rejects(location.write('cards/A001/bad.mov', broken), /broken/)
    t.strictSame(Object.keys(await listed(location, 'cards/A001')), ['clip.mov'])
  })

  await t.test('A large file comes back whole', async (t) => {
    const bytes = Buffer.alloc(20 * 1024 ** 2 + 1, 'cutroom')
    await location.write('large', { id: 'large', size: bytes.length, async * bytes () { yield bytes } })
    const file = await location.open('large')
    t.ok(bytes.equals(await buffer(await file.read())))
    await file.close()
  })

  await t.test('Only what was seen is opened and removed', async (t) => {
    await put('old', 'one')
    const seen = (await location.look('old'))!
    t.equal(await location.remove('old', { ...seen, state: 'other' }), false)
    t.equal(await location.remove('old', seen), true)
    t.equal(await location.remove('old', seen), false)
    await put('old', 'longer')
    t.equal(await location.remove('old', seen), false)
    await t.rejects(location.open('old', seen), new NotThatFile('changed'))
    t.equal(await read('old'), 'longer')
  })

  await t.test('Paths that lead elsewhere are none', async (t) => {
    await put('here', 'x')
    const seen = (await location.look('here'))!
    for (const path of ['..', '../x', 'a/../../x', '/etc/passwd', './a', 'a//b', 'a/', 'nul\0', `${'x'.repeat(256)}`]) {
      t.equal(isRelativePath(path), false, path)
      await t.rejects(listed(location, path), TypeError)
      for (const attempt of [
        () => location.look(path), () => location.open(path), () => put(path, 'x'), () => location.makeFolder(path),
        () => location.remove(path, seen), () => location.discard(path, 'x')
      ]) await t.rejects(async () => attempt(), TypeError, path)
    }
  })

  await t.test('Hundreds of names, each once', async (t) => {
    await location.makeFolder('many')
    const names = Array.from({ length: 300 }, (_, number) => `file ${number}`)
    for (const name of names) await put(`many/${name}`, name)
    t.strictSame(Object.keys(await listed(location, 'many')).sort(), names.sort())
    const walk = location.list('many')[Symbol.asyncIterator]()
    t.match((await walk.next()).value.shown, /^file /)
    await walk.return?.()
  })
}

t.test('A location that is not there is said to be gone, and nothing is made', async (t) => {
  const folder = await folderOf(t)
  await startS3(t)
  const gone = [
    await openLocation({ type: 'folder', path: join(folder, 'nowhere') }),
    await openLocation({ type: 'bucket', url: 's3://nowhere/at/all' })
  ]
  for (const location of gone) {
    await t.rejects(listed(location, ''), LocationGone)
    await t.rejects(location.look(''), LocationGone)
  }
  await t.rejects(gone[0]!.makeFolder('a'), LocationGone)
  await t.rejects(gone[0]!.write('a', fileOf('x')), LocationGone)
  t.strictSame(await listed(await openLocation({ type: 'folder', path: folder }), ''), {} as Record<string, Entry>)
})

t.test('Names that are no UTF-8 are shown as Windows-1252', async (t) => {
  t.equal(shownName(Buffer.from('Größe')), 'Größe')
  t.equal(shownName(Buffer.from('Größe', 'latin1')), 'Größe')
  t.equal(shownName(Buffer.from([0x93, 0x80, 0x94, 0x81, 0xff])), '“€”\u0081ÿ')
  const windows = new TextDecoder('windows-1252')
  for (let byte = 0x80; byte < 0x100; byte++) {
    const name = Buffer.from([byte])
    if (byte >= 0xa0) t.equal(shownName(name), windows.decode(name))
  }
})
