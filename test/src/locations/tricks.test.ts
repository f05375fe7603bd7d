import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  link, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, unlink, writeFile
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { NotThatFile } from '#src/locations/errors.js'
import { openLocation } from '#src/locations/open.js'
import { pathIn } from '#src/locations/paths.js'
import { fileOf, listed } from '../../helper/locations.js'

/** A location, and beside it a folder with a file that nothing may touch. */
async function prepare (t: Test) {
  const top = await mkdtemp(join(tmpdir(), 'cutroom-tricks-'))
  t.teardown(() => rm(top, { recursive: true, force: true }))
  const root = join(top, 'ingest')
  const outside = join(top, 'outside')
  await mkdir(root)
  await mkdir(outside)
  await writeFile(join(outside, 'secret'), 'secret')
  const location = await openLocation({ type: 'folder', path: root })
  /** Fails unless what is outside is as it was. */
  const isUntouched = async () => {
    t.strictSame(await readdir(outside), ['secret'])
    t.equal(await readFile(join(outside, 'secret'), 'utf8'), 'secret')
  }
  return { location, root, outside, isUntouched, inside: (name: string) => join(root, name) }
}

t.test('Links, loops, pipes and sockets are neither followed nor opened, and nothing waits', async (t) => {
  const { location, inside, outside, isUntouched } = await prepare(t)
  await symlink('/etc/passwd', inside('passwd'))
  await symlink(join(outside, 'secret'), inside('secret'))
  await symlink('../outside', inside('up'))
  await symlink('loop', inside('loop'))
  await symlink('nowhere', inside('dangling'))
  execFileSync('mkfifo', [inside('pipe')])
  const server = createServer().listen(inside('socket'))
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const found = await listed(location, '')
  t.strictSame([...new Set(Object.values(found).map(({ type }) => type))], ['other'])
  for (const [name, seen] of Object.entries(found)) {
    await t.rejects(location.open(name), new NotThatFile('no file'), name)
    t.equal(await location.remove(name, seen), false, name)
    await t.rejects(location.move(name, 'moved', seen), new NotThatFile('changed'))
    t.equal(await location.write(name, fileOf('x')), false, 'a link, also a dangling one, is not written through')
  }
  await t.rejects(listed(location, 'pipe'), { code: 'ENOTDIR' })
  await t.rejects(listed(location, 'loop'), { code: 'ELOOP' })
  t.equal((await listed(location, '')).dangling?.type, 'other')
  t.notOk(existsSync(inside('nowhere')))
  await isUntouched()
})

t.test('Below a link that leads outside nothing is listed, read, written, moved or removed', async (t) => {
  const { location, inside, isUntouched } = await prepare(t)
  await symlink('../outside', inside('up'))
  await symlink('/', inside('top'))
  await writeFile(inside('mine'), 'mine')
  const seen = (await location.look('mine'))!
  const refused = new NotThatFile('outside')
  for (const folder of ['up', 'top/etc', 'top/proc/self', 'top']) {
    await t.rejects(listed(location, folder), refused)
    await t.rejects(location.look(`${folder}/secret`), refused)
    await t.rejects(location.open(`${folder}/secret`), refused)
    await t.rejects(location.write(`${folder}/new`, fileOf('x')), refused)
    await t.rejects(location.makeFolder(`${folder}/new/newer`), refused)
    await t.rejects(location.remove(`${folder}/secret`, seen), refused)
    await t.rejects(location.move('mine', `${folder}/mine`, seen), refused)
    await t.rejects(location.move(`${folder}/secret`, 'mine', seen), refused)
    await t.rejects(location.discard(`${folder}/secret`, 'x'), refused)
  }
  t.equal(await readFile(inside('mine'), 'utf8'), 'mine')
  await isUntouched()
})

t.test('A folder that is swapped for a link after it was listed, again and again', async (t) => {
  const { location, inside, outside, isUntouched } = await prepare(t)
  await mkdir(inside('card'))
  await writeFile(inside('card/secret'), 'mine')
  const seen = (await listed(location, 'card')).secret!
  await rename(inside('card'), inside('away'))
  await symlink('../outside', inside('card'))
  const refused = new NotThatFile('outside')
  await t.rejects(location.open('card/secret', seen), refused)
  await t.rejects(location.remove('card/secret', seen), refused)
  await unlink(inside('card'))
  await rename(inside('away'), inside('card'))

  const outer = (await (await openLocation({ type: 'folder', path: outside })).look('secret'))!
  const state = { isOver: false }
  const swapping = (async () => {
    while (!state.isOver) {
      await rename(inside('card'), inside('away'))
      await symlink('../outside', inside('card'))
      await unlink(inside('card'))
      await rename(inside('away'), inside('card'))
    }
  })()
  for (let number = 0; number < 300; number++) {
    const text = await location.open('card/secret').then(async (file) => {
      const bytes = await buffer(await file.read())
      await file.close()
      return bytes.toString()
    }, (error: unknown) => error)
    if (typeof text === 'string') t.equal(text, 'mine')
    await location.write(`card/${number}`, fileOf('x', `n${number}`)).catch(() => {})
    await location.remove('card/secret', { ...seen, state: outer.state }).catch(() => {})
    await location.discard('card/secret', `n${number}`).catch(() => {})
  }
  state.isOver = true
  await swapping
  await isUntouched()
})

t.test('A folder that is moved away while it is listed leads nowhere else', async (t) => {
  const { location, inside, isUntouched } = await prepare(t)
  await mkdir(inside('card'))
  for (let number = 0; number < 200; number++) await writeFile(inside(`card/mine ${number}`), '')
  const names: string[] = []
  for await (const { shown } of location.list('card')) {
    if (names.push(shown) !== 1) continue
    await rename(inside('card'), inside('away'))
    await symlink('../outside', inside('card'))
  }
  t.equal(names.length, 200)
  t.ok(names.every((name) => name.startsWith('mine ')))
  await isUntouched()
})

t.test('A link that stays inside is a way, and no file', async (t) => {
  const { location, inside } = await prepare(t)
  await mkdir(inside('real'))
  await writeFile(inside('real/clip'), 'film')
  await symlink('real', inside('way'))
  t.equal((await listed(location, '')).way?.type, 'other')
  t.strictSame(Object.keys(await listed(location, 'way')), ['clip'])
})

t.test('A file that another one took the place of is not removed, moved or opened', async (t) => {
  const { location, inside } = await prepare(t)
  await writeFile(inside('clip'), 'one')
  const seen = (await location.look('clip'))!
  await writeFile(inside('new'), 'two')
  await rename(inside('new'), inside('clip'))
  t.equal(await location.remove('clip', seen), false)
  await t.rejects(location.move('clip', 'moved', seen), new NotThatFile('changed'))
  await t.rejects(location.open('clip', seen), new NotThatFile('changed'))
  t.equal(await readFile(inside('clip'), 'utf8'), 'two')
})

t.test('What is open stays the same file', async (t) => {
  const { location, inside } = await prepare(t)
  await writeFile(inside('clip'), 'one')
  const file = await location.open('clip')
  await writeFile(inside('new'), 'two')
  await rename(inside('new'), inside('clip'))
  t.equal((await buffer(await file.read())).toString(), 'one')
  t.not((await file.look()).state, file.entry.state, 'and says that it changed: its last name is gone')
  await file.close()
})

t.test('Names are bytes', async (t) => {
  const { location, root } = await prepare(t)
  const names = ['line\nbreak', 'u\u0308', 'ü', '\u202ereversed', 'Client A', 'client a', '\\..\\x', 'x'.repeat(255)]
    .map((name) => Buffer.from(name)).concat(Buffer.from('Größe', 'latin1'), Buffer.from([0xff, 0xfe]))
  for (const name of names) t.equal(await location.write(name, fileOf('x')), true)
  const found = []
  for await (const { name } of location.list('')) found.push(name)
  await t.rejects(location.write('x', fileOf('x', '../x')), TypeError)
  const sorted = (list: Buffer[]) => list.map((name) => name.toString('hex')).sort()
  t.strictSame(sorted(found), sorted(names))
  t.ok((await listed(location, '')).Größe)
  for (const name of names) t.equal(await location.remove(pathIn('', name), (await location.look(name))!), true)
  t.strictSame(await readdir(root), [])
})

t.test('A file is moved within the location, and replaces nothing', async (t) => {
  const { location, inside } = await prepare(t)
  await writeFile(inside('clip'), 'one')
  await location.makeFolder('done/card')
  const seen = (await location.look('clip'))!
  t.equal(await location.write('done/card/clip', fileOf('two')), true)
  t.equal(await location.move('clip', 'done/card/clip', seen), false)
  t.equal(await location.move('clip', 'done/card/clip (2)', seen), true)
  t.equal(await readFile(inside('done/card/clip'), 'utf8'), 'two')
  t.equal(await readFile(inside('done/card/clip (2)'), 'utf8'), 'one')
  t.notOk(existsSync(inside('clip')))
})

t.test('What a killed attempt has left is written anew, or finished', async (t) => {
  const { location, inside, outside, isUntouched } = await prepare(t)
  await writeFile(inside('.a.part'), 'half')
  t.equal(await location.write('film', fileOf('film', 'a')), true)
  t.equal(await readFile(inside('film'), 'utf8'), 'film')
  await symlink(join(outside, 'secret'), inside('.b.part'))
  t.equal(await location.write('other', fileOf('other', 'b')), true)
  await link(inside('film'), inside('.c.part'))
  t.equal(await location.write('film', fileOf('film', 'c')), false, 'killed between its two names')
  await location.discard('film', 'c')
  await location.discard('film', 'c')
  t.strictSame((await readdir(inside(''))).sort(), ['film', 'other'])
  await isUntouched()
})

t.test('No name ever has other bytes than its last ones, and one of many writers gets it', async (t) => {
  const { location, inside } = await prepare(t)
  const texts = Array.from({ length: 10 }, (_, number) => String(number).repeat(100_000))
  const state = { isOver: false }
  const seen = new Set<string>()
  const watching = (async () => {
    while (!state.isOver) seen.add(await readFile(inside('film'), 'utf8').catch(() => ''))
  })()
  const won = await Promise.all(texts.map((text, number) => location.write('film', fileOf(text, `w${number}`))))
  state.isOver = true
  await watching
  t.equal(won.filter(Boolean).length, 1)
  const winner = texts[won.indexOf(true)]!
  t.ok([...seen].every((text) => text === '' || text === winner))
  t.equal(await readFile(inside('film'), 'utf8'), winner)
  t.strictSame(await readdir(inside('')), ['film'])
})

t.test('Who may read a folder may read what is made in it, although the process keeps its own files private', async (t) => {
  const { location, root, inside } = await prepare(t)
  const before = process.umask(0o077)
  t.teardown(() => process.umask(before))
  execFileSync('chmod', ['2775', root])
  await location.makeFolder('a/b')
  await location.write('a/b/film', fileOf('film'))
  t.equal((await stat(inside('a/b'))).mode & 0o7777, 0o2775)
  t.equal((await lstat(inside('a/b/film'))).mode & 0o7777, 0o664)
})

t.test('A folder is not made where a file is, nor below it', async (t) => {
  const { location, inside } = await prepare(t)
  await writeFile(inside('file'), 'x')
  await t.rejects(location.makeFolder('file'), { code: 'ENOTDIR' })
  await t.rejects(location.makeFolder('file/a'), { code: 'ENOTDIR' })
  await location.makeFolder('a/b/c')
  await location.makeFolder('a/b/c')
  await t.rejects(location.write('missing/film', fileOf('x')), { code: 'ENOENT' })
  t.equal(await location.write('a/b', fileOf('x')), false)
  await t.rejects(location.open('a/b'), new NotThatFile('no file'))
  t.equal(await location.remove('a/b', (await location.look('a/b'))!), false)
})
