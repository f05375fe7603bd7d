import { parse } from 'csv-parse/sync'
import { rateOf, toFrames } from '#src/basics/time-code.js'
import { httpDialects, inAppOfProcess, type Answer, type World } from '#test/helper/app.js'
import { addFilm } from '#test/helper/film.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { readers } from '#test/helper/markers.js'

const onBothDatabases = inAppOfProcess()

/** With one clip, as long as the film. */
const onClips = ['fcpxml', 'xmeml', 'otio']
const timed = ['edl', 'avid', ...onClips]
const outcome = ({ status, body }: Answer) => ({ status, body })

/** What programs read of a file of markers, which begins at a time code. */
async function read ({ admin }: World, id: string, format: string, film: Parameters<typeof rateOf>[0], start?: string) {
  const query = start === undefined ? '' : `&start=${encodeURIComponent(start)}`
  const answer = await admin.get(`assets/${id}/comments?format=${format}${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  const rate = rateOf(film)!
  const found = readers[format]!(answer.text, rate)
  const first = found.first ?? toFrames(start ?? film.timecode ?? '00:00:00:00', rate)!
  const markers = found.first === null
    ? found.markers.map((marker) => ({ ...marker, frame: marker.frame - first }))
    : found.markers
  return { ...found, first, markers, headers: answer.headers }
}

onBothDatabases('Frame, length and text of markers can be read back from every format', async (t, world) => {
  const { admin } = world
  const film = { frame_rate: 25, duration: 60 }
  const id = await addFilm(world, 25, film)
  const url = `assets/${id}/comments`
  const add = async (comment: object) => (await succeed(admin.post(url, comment))).comment
  const first = await add({ text: 'One\n& <two> | "three"\t\u0007', time: 1, duration: 1 })
  await add({ text: 'אחת שתיים', time: 12.2, internal: true })
  await add({ text: 'Longer', time: 1.01, duration: 3 })
  await add({ text: 'Yes', reply_to: first.id })
  await add({ text: 'Of no moment' })
  const name = first.author.split('@')[0]
  const types: Record<string, RegExp> = {
    edl: /^text\/plain/, avid: /^text\/plain/, fcpxml: /^application\/xml/, xmeml: /^application\/xml/, otio: /json$/
  }
  const texts = [[`${name}: One & <two> | "three"`, `${name}: Yes`, `${name}: Longer`], [`${name}: אחת שתיים`]]
  for (const format of timed) {
    const found = await read(world, id, format, film)
    const between = onClips.includes(format) ? '\n' : ' / '
    const isPoint = format === 'fcpxml'
    t.strictSame(found.markers, [[25, 75], [305, 1]].map(([frame, frames], index) => ({
      frame,
      frames: format === 'avid' ? null : isPoint ? 1 : frames,
      text: [...texts[index]!, ...isPoint && frames !== 1 ? ['Duration: 00:00:03:00'] : []].join(between)
    })), format)
    t.match(found.headers['content-type'], types[format])
    t.match(found.headers['content-disposition'], /^attachment; filename="comments\.\w+"$/)
    if (!onClips.includes(format)) continue
    t.match(found, { title: 'The cut', length: 1500, first: 0 }, format)
  }
  t.strictSame((await read(world, id, 'csv', film)).markers.map(({ frame, frames }) => [frame, frames]), [[25, 25], [25, 75], [305, 1]])
  const [line] = (await admin.get(`${url}?format=avid`)).text.split('\n')
  t.strictSame(line!.split('\t').slice(0, 4), [name, '00:00:01:00', 'V1', 'blue'])
})

onBothDatabases('Frames are right at every rate, after hours, and from any beginning', async (t, world) => {
  const { admin } = world
  type Rate = { frame_rate: number, timecode?: string, variable_frame_rate?: boolean }
  const films: Array<[Rate, number, number, boolean]> = [
    [{ frame_rate: 23.976 }, 36_000.5, 863_148, false], [{ frame_rate: 24000 / 1001, timecode: '01:00:00:00' }, 0, 0, false],
    [{ frame_rate: 29.97 }, 3600, 107_892, true], [{ frame_rate: 29.97, timecode: '10:00:00:00' }, 60.06, 1800, false],
    [{ frame_rate: 59.94, timecode: '10:00:00;00' }, 60.06, 3600, true], [{ frame_rate: 50 }, 0.5, 25, false],
    [{ frame_rate: 25.45, variable_frame_rate: true }, 60.5, 1512, false], [{ frame_rate: 12.5 }, 8, 100, false]
  ]
  for (const [film, time, frame, isDropped] of films) {
    const id = await addFilm(world, film.frame_rate, { ...film, duration: 40_000 })
    await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time }))
    for (const format of [...timed, 'csv']) {
      for (const start of [undefined, '01:00:00:00', '01;00;00;00']) {
        const found = await read(world, id, format, film, start)
        t.strictSame(found.markers.map((marker) => marker.frame), [frame], `${format} ${JSON.stringify(film)} ${start}`)
        t.equal(found.isDropped ?? isDropped, isDropped)
        t.equal(found.first, toFrames(start ?? film.timecode ?? '00:00:00:00', rateOf(film)!))
      }
    }
  }
}, {}, httpDialects)

onBothDatabases('What lies behind the end of a film is on the last frame of its clip', async (t, world) => {
  const { admin } = world
  const film = { frame_rate: 25, duration: 10 }
  const id = await addFilm(world, 25, film)
  for (const [text, time] of [['In', 9.92], ['Last', 9.96], ['Behind', 10], ['Far behind', 1000]]) {
    await succeed(admin.post(`assets/${id}/comments`, { text, time }))
  }
  for (const format of onClips) {
    const { markers, length } = await read(world, id, format, film)
    t.equal(length, 250)
    t.strictSame(markers.map(({ frame, text }) => [frame, text.split('\n').length]), [[248, 1], [249, 3]], format)
  }
  t.strictSame((await read(world, id, 'edl', film)).markers.map(({ frame }) => frame), [248, 249, 250, 25_000])
  const unknown = await addFilm(world, 25, { duration: null })
  await succeed(admin.post(`assets/${unknown}/comments`, { text: 'x', time: 2, duration: 2 }))
  for (const format of onClips) t.equal((await read(world, unknown, format, film)).length, 100)
}, {}, httpDialects)

onBothDatabases('Names are those that guests see, and no text breaks out of its place', async (t, world) => {
  const { admin } = world
  const film = { frame_rate: 25, duration: 60 }
  const title = 'A | "cut" <b>&amp;\r\n\u202Etfel\uFFFE ]]> -->'
  const id = await addFilm(world, 25, { ...film, title })
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const name = 'Ann |M:x <i> " שם'
  const text = '0 markers"]}</marker><x> ]]> & \' |D:9\n002  AX       V     C        00:00:00:00\u0000'.replace('\u0000', '\u0001\uFFFF')
  await succeed(createGuest(world, link.token).post(`shared/assets/${id}/comments`, { name, text, time: 2 }))
  const said = 'Ann |M:x <i> " שם: 0 markers"]}</marker><x> ]]> & \' |D:9 002 AX V C 00:00:00:00'
  for (const format of timed) {
    const found = await read(world, id, format, film)
    t.strictSame(found.markers.map(({ text }) => text.replace(/[\uFFFE\uFFFF]/g, '').trim()), [said], format)
    if (found.title !== null) t.equal(found.title.replace('\uFFFE', ''), 'A | "cut" <b>&amp; \u202Etfel ]]> -->')
  }
  const plain = await addFilm(world, 25, { ...film, title: '0 markers' })
  await succeed(admin.post(`assets/${plain}/comments`, { text: '"markers":null', time: 2 }))
  for (const format of onClips) t.match(await read(world, plain, format, film), { title: '0 markers', markers: [{ frame: 50 }] }, format)
  const [row] = parse((await admin.get(`assets/${id}/comments?format=csv`)).text, { columns: true }) as Array<Record<string, string>>
  t.equal(row!['Marker Name'], name)
  t.equal(JSON.stringify(await Promise.all(timed.map(async (format) => (await admin.get(`assets/${id}/comments?format=${format}`)).text))).includes('@'), false)
}, {}, httpDialects)

onBothDatabases('A CSV for Excel runs nothing, and only a CSV is for Excel', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25)
  const url = `assets/${id}/comments`
  await succeed(admin.post(url, { text: '=1+1', time: 1 }))
  const { text } = await admin.get(`${url}?format=csv&for=excel`)
  t.ok(text.startsWith('\uFEFFMarker Name,'))
  const [row] = parse(text, { columns: true, bom: true }) as Array<Record<string, string>>
  t.match(row, { Description: "'=1+1", In: '00:00:01:00' })
  t.match(parse((await admin.get(`${url}?format=csv`)).text, { columns: true }), [{ Description: '=1+1' }])
  const refused = (value: string, rule: string) => ({ status: 422, body: { error: `Invalid parameter 'for' value ${value}: ${rule}` } })
  for (const query of ['for=excel', ...timed.map((format) => `for=excel&format=${format}`)]) {
    t.strictSame(outcome(await admin.get(`${url}?${query}`)), refused('"excel"', 'Must come with format=csv'), query)
  }
  t.strictSame(outcome(await admin.get(`${url}?format=csv&for=word`)), refused('"word"', 'Must be one of: <code>excel</code>.'))
  const bare = await addAsset(admin)
  for (const format of timed) {
    t.strictSame(outcome(await admin.get(`assets/${bare.id}/comments?format=${format}`)), { status: 200, body: { error: 'Asset has no frame rate' } })
  }
  t.equal((await admin.get(`assets/${bare.id}/comments?format=csv`)).status, 200)
}, {}, httpDialects)
