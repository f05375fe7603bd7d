import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { openLocation } from '#src/locations/open.js'
import { discardSentOut, sendOut } from '#src/media/thread/send-out.js'
import type { SendOutTask } from '#src/media/thread/messages.js'
import type { MediaStorage } from '#src/media/storage/storage.js'
import type { Place } from '#src/process/location-settings.js'
import { fileOf, listed } from '../../../helper/locations.js'
import { startS3 } from '../../../helper/media/s3-server.js'

/** The bytes of an object are its key. */
const storage = {
  read: async (key: string) => Readable.from([...key].map((sign) => Buffer.from(sign)))
} as unknown as MediaStorage
const options = () => ({ signal: new AbortController().signal, onProgress: () => {} })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

t.test('To a folder', async (t) => check(t, { type: 'folder', path: t.testdir() }))
t.test('To a bucket', async (t) => check(t, { type: 'bucket', url: await startS3(t) }))

async function check (t: Test, place: Place): Promise<void> {
  const location = await openLocation(place)
  const task = (text: string, more: Partial<SendOutTask> = {}): SendOutTask => ({
    place,
    folder: 'x/deep',
    name: 'film.mov',
    part: 'attempt',
    marker: 'x/.cutroom',
    isShared: true,
    before: null,
    source: { kind: 'stored', key: text },
    size: text.length,
    sha256: sha256(text),
    ...more
  })
  const send = (text: string, more?: Partial<SendOutTask>) => sendOut(storage, task(text, more), options())
  const names = async () => Object.keys(await listed(location, 'x/deep')).sort()
  const read = async (name: string) => {
    const file = await location.open(`x/deep/${name}`)
    return (await buffer(await file.read()).finally(() => file.close())).toString()
  }

  await location.makeFolder('x')
  t.equal(await send('film'), null, 'nothing is written without the mark')
  t.equal(await location.look('x/deep'), null)
  await location.write('x/.cutroom', fileOf('', 'mark'))
  let read1 = 0
  t.strictSame(await sendOut(storage, task('film'), { ...options(), onProgress: (bytes) => { read1 = bytes } }), { name: 'film.mov' })
  t.equal(read1, 4)
  t.strictSame(await send('film'), { name: 'film.mov' }, 'the same bytes are that file')
  t.strictSame(await send('mlif'), { name: 'film (2).mov' }, 'other bytes of the same size get a number')
  t.strictSame(await send('longer'), { name: 'film (3).mov' })
  t.strictSame(await send('mlif'), { name: 'film (2).mov' }, 'after a kill it is found again')
  t.strictSame(await send('', { name: 'empty' }), { name: 'empty' })
  t.strictSame(await send('', { name: 'list', source: { kind: 'text', text: 'abc' }, size: 3, sha256: sha256('abc') }), { name: 'list' })
  t.strictSame(await names(), ['empty', 'film (2).mov', 'film (3).mov', 'film.mov', 'list'])
  t.strictSame([await read('film.mov'), await read('film (2).mov'), await read('list')], ['film', 'mlif', 'abc'])

  await t.test('Where others have files, a name is taken in other case, too', async (t) => {
    t.strictSame(await send('loud', { name: 'FILM.mov' }), { name: 'FILM (4).mov' })
    t.strictSame(await send('mlif', { name: 'Film.MOV' }), { name: 'film (2).mov' }, 'the same bytes are that file')
    t.strictSame(await send('own', { name: 'Film.mov', isShared: false }), { name: 'Film.mov' })
    t.strictSame(await send('own', { name: 'Film.mov' }), { name: 'Film.mov' })
    for (const name of ['FILM (4).mov', 'Film.mov']) await location.remove(`x/deep/${name}`, (await location.look(`x/deep/${name}`))!)
  })

  await t.test('A file that is not what was stored gets no name', async (t) => {
    await t.rejects(send('wrong', { name: 'w', sha256: sha256('other') }), { code: 'DIGEST' })
    await t.rejects(send('short', { name: 'w', size: 9 }))
    const stopped = AbortSignal.abort()
    await t.rejects(sendOut(storage, task('stopped', { name: 'w' }), { signal: stopped, onProgress: () => {} }))
    t.notOk((await names()).some((name) => name === 'w' || name.endsWith('.part')))
  })

  await t.test('What a killed attempt has left is removed', async (t) => {
    for (const id of ['killed', 'cancelled']) await location.write(`x/deep/.${id}.part`, fileOf('half', 'other'))
    if (place.type === 'folder') {
      await send('after', { name: 'after', before: 'killed' })
      await discardSentOut({ place, folder: 'x/deep', name: 'after', part: 'cancelled' })
      t.notOk((await names()).some((name) => name.endsWith('.part')))
    }
  })
}
