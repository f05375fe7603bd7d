import { rateOf } from '#src/basics/time-code.js'
import { httpDialects, inAppOfProcess, type World } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addFilm } from '#test/helper/film.js'
import { succeed } from '#test/helper/items.js'
import { readers } from '#test/helper/markers.js'

const onBothDatabases = inAppOfProcess()

const film = { frame_rate: 25, duration: 60 }
const MOST = 10_000
const formats = ['edl', 'avid', 'fcpxml', 'xmeml', 'otio']

/** The text of the only marker, and what is between its lines. */
async function textOf ({ admin }: World, id: string, format: string): Promise<{ text: string, between: string }> {
  const { markers } = readers[format]!((await admin.get(`assets/${id}/comments?format=${format}`)).text, rateOf(film)!)
  if (markers.length !== 1) throw new Error(`${markers.length} markers`)
  return { text: markers[0]!.text, between: format === 'edl' || format === 'avid' ? ' / ' : '\n' }
}

onBothDatabases('A marker has as many whole comments as fit, and says how many more there are', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25, film)
  const { comment: { id: first, author } } = await succeed(admin.post(`assets/${id}/comments`, { text: 'First', time: 1 }))
  const name = author.split('@')[0]
  await fillComments(world, id, 30, (index) => ({ time: 1, text: `${index} ${'<'.repeat(990)}` }))
  await fillComments(world, id, 5, () => ({ replyTo: first, text: 'A reply' }))
  for (const format of formats) {
    const { text, between } = await textOf(world, id, format)
    const lines = text.split(between)
    t.strictSame(lines.slice(0, 6), [`${name}: First`, ...Array(5).fill(`${name}: A reply`)], format)
    const shown = lines.slice(6, -1)
    t.strictSame(shown, shown.map((_, index) => `${name}: ${index} ${'<'.repeat(990)}`), `${format}: whole ones`)
    const length = lines.slice(0, -1).join(between).length
    t.ok(length <= MOST && length + between.length + shown[0]!.length > MOST, `${format}: as many as fit`)
    t.equal(lines.at(-1), `… and ${30 - shown.length} more`)
  }
}, {}, httpDialects)

onBothDatabases('The first comment of a marker is cut, between characters', async (t, world) => {
  const { admin } = world
  for (const [many, more] of [[1, ''], [3, '… and 2 more']] as const) {
    const id = await addFilm(world, 25, film)
    for (let made = 0; made < many; made++) await succeed(admin.post(`assets/${id}/comments`, { text: '🎬'.repeat(MOST), time: 1 }))
    for (const format of formats) {
      const { text, between } = await textOf(world, id, format)
      const [first, ...others] = text.split(between)
      t.equal([...first!].length, MOST, format)
      t.ok(first!.endsWith('🎬') && first!.isWellFormed())
      t.strictSame(others, more === '' ? [] : [more], format)
    }
  }
}, {}, httpDialects)

onBothDatabases('What just fits is whole, and rows of a CSV are never cut', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25, film)
  const { comment: { author } } = await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time: 1 }))
  const name = author.split('@')[0]
  // Two lines, and the line break between them.
  const rest = MOST - 2 * `${name}: `.length - 2
  await succeed(admin.post(`assets/${id}/comments`, { text: 'y'.repeat(rest), time: 1, duration: 2 }))
  t.equal((await textOf(world, id, 'otio')).text.length, MOST)
  t.equal((await textOf(world, id, 'fcpxml')).text.slice(MOST), '\nDuration: 00:00:02:00')
  t.equal((await textOf(world, id, 'edl')).text, `${name}: x / … and 1 more`)
  const { markers } = readers.csv!((await admin.get(`assets/${id}/comments?format=csv`)).text, rateOf(film)!)
  t.strictSame(markers.map(({ text }) => text.length), [`${name}: x`.length, `${name}: `.length + rest])
}, {}, httpDialects)

onBothDatabases('Markers of which comments are left out are followed by the right ones', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25, film)
  await fillComments(world, id, 200, (index) => ({ time: 1, text: `${index} ${'x'.repeat(4000)}` }))
  await fillComments(world, id, 120, (index) => ({ time: 2 + index * 0.04, text: `Later ${index}` }))
  for (const format of formats) {
    const { markers } = readers[format]!((await admin.get(`assets/${id}/comments?format=${format}`)).text, rateOf(film)!)
    t.ok(markers[0]!.text.endsWith('… and 198 more'), format)
    t.strictSame(markers.slice(1).map(({ text }) => text.split(': ')[1]), Array.from({ length: 120 }, (_, index) => `Later ${index}`), format)
  }
})
