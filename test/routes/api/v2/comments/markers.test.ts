import { parse } from 'csv-parse/sync'
import t from 'tap'
import { clockOf, frameAt, frameShown, middleOf, toFrameRate, toFrames, toTimeCode } from '#src/basics/time-code.js'
import { httpDialects, inAppOfProcess, type Answer } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addFilm } from '#test/helper/film.js'
import { addAsset, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { readers } from '#test/helper/markers.js'

const onBothDatabases = inAppOfProcess()

const outcome = ({ status, body }: Answer) => ({ status, body })

interface Marker {
  readonly number: number
  readonly codes: string[]
  readonly note: string
}

/** Reads an edit decision list as editing programs do. */
function readList (text: string): { title: string, isDropped: boolean, markers: Marker[] } {
  const [title, fcm, ...lines] = text.split('\r\n')
  const markers: Marker[] = []
  for (const line of lines) {
    const event = /^(\d{3,}) {2}(\w+) +V +C +(\d\d:\d\d:\d\d[:;]\d\d) (\d\d:\d\d:\d\d[:;]\d\d) (\d\d:\d\d:\d\d[:;]\d\d) (\d\d:\d\d:\d\d[:;]\d\d)$/.exec(line)
    if (event !== null) markers.push({ number: Number(event[1]), codes: event.slice(3), note: '' })
    else if (line.startsWith('* COMMENT: ')) markers.push({ ...markers.pop()!, note: line.slice('* COMMENT: '.length) })
    else if (line !== '' && !line.startsWith(' |C:')) throw new Error(`Not a line of CMX 3600: ${line}`)
  }
  return { title: /^TITLE: (.*)$/.exec(title!)![1]!, isDropped: fcm === 'FCM: DROP FRAME', markers }
}

onBothDatabases('Comments on a film are exported as markers that editing programs can read, as EDL and CSV', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25)
  const url = `assets/${id}/comments`
  const add = async (comment: object) => (await succeed(admin.post(url, comment))).comment
  const author = (await add({ text: 'Late', time: 61.5, duration: 2 })).author.split('@')[0]
  await add({ text: 'First, "quoted"\nand on two lines | <b>', time: 0.04, internal: true })
  await add({ text: 'Of no moment' })
  await add({ text: '001  AX       V     C', time: 100_000 })
  const { headers, text } = await admin.get(`${url}?format=edl&start=10:00:00:00`)
  t.match(headers['content-type'], /^text\/plain/)
  const list = readList(text)
  t.strictSame([list.title, list.isDropped], ['The cut', false])
  t.strictSame(list.markers, [
    { number: 1, codes: ['10:00:00:01', '10:00:00:02', '10:00:00:01', '10:00:00:02'], note: `${author}: First, "quoted" and on two lines | <b>` },
    { number: 2, codes: ['10:01:01:12', '10:01:03:12', '10:01:01:12', '10:01:03:12'], note: `${author}: Late` },
    { number: 3, codes: ['13:46:40:00', '13:46:40:01', '13:46:40:00', '13:46:40:01'], note: `${author}: 001 AX V C` }
  ])
  t.strictSame(readList((await admin.get(`${url}?format=edl`)).text).markers[0]!.codes[0], '00:00:00:01')

  const sheet = await admin.get(`${url}?format=csv`)
  t.match(sheet.headers['content-type'], /^text\/csv/)
  const rows = parse(sheet.text, { columns: true }) as Array<Record<string, string>>
  t.strictSame(rows.map((row) => [row.Description, row.In, row.Out, row.Duration, row.Time, row.Internal]), [
    ['First, "quoted"\nand on two lines | <b>', '00:00:00:01', '00:00:00:02', '00:00:00:01', '0.04', 'true'],
    ['Late', '00:01:01:12', '00:01:03:12', '00:00:02:00', '61.5', 'false'],
    ['001  AX       V     C', '03:46:40:00', '03:46:40:01', '00:00:00:01', '100000', 'false'],
    ['Of no moment', '', '', '', '', 'false']
  ])
})

onBothDatabases('Time codes of 29.97 and 59.94 frames per second drop frames', async (t, world) => {
  const { admin } = world
  const rates: Array<[number, Array<[number, string]>]> = [
    [29.97, [[59.94, '00:00:59;26'], [60.06, '00:01:00;02'], [600.6, '00:10:00;18'], [3599.99, '00:59:59;29'], [3600, '01:00:00;00']]],
    [59.94, [[60.06, '00:01:00;04'], [3600.01, '01:00:00;00']]], [23.976, [[60.06, '00:01:00:00']]]
  ]
  for (const [written, moments] of rates) {
    const id = await addFilm(world, written)
    for (const [time] of moments) await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time }))
    const list = readList((await admin.get(`assets/${id}/comments?format=edl`)).text)
    t.equal(list.isDropped, written !== 23.976)
    t.strictSame(list.markers.map(({ codes }) => codes[0]), moments.map(([, code]) => code), String(written))
  }
  const id = await addFilm(world, 29.97)
  await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time: 0 }))
  t.equal(readList((await admin.get(`assets/${id}/comments?format=edl&start=00:59:59;29`)).text).markers[0]!.codes[1], '01:00:00;00')
}, {}, httpDialects)

t.test('Each frame has a different time code, in order, and each time code leads back to its frame', async (t) => {
  for (const written of [23.976, 24, 25, 29.97, 30, 50, 59.94, 60]) {
    const rate = toFrameRate(written)!
    let before = ''
    let wrong = 0
    for (let frame = 0; frame < rate.nominal * 1300; frame++) {
      const code = toTimeCode(frame, rate)
      if (code <= before || toFrames(code, rate) !== frame) wrong++
      before = code
    }
    t.equal(wrong, 0, String(written))
  }
  t.match([29.97, 30000 / 1001, 59.94, 23.98, 30, 29.5, 25].map((written) => toFrameRate(written)), [
    { nominal: 30, dropped: 2, exact: 30000 / 1001 }, { nominal: 30, dropped: 2 }, { nominal: 60, dropped: 4 },
    { nominal: 24, dropped: 0, exact: 24000 / 1001 }, { nominal: 30, dropped: 0, exact: 30 },
    { nominal: 30, dropped: 0, exact: 29.5 },
    { nominal: 25, dropped: 0, exact: 25 }])
})

onBothDatabases('One marker for each frame has all that was said there, with replies, and the longest duration', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25)
  const url = `assets/${id}/comments`
  const add = async (comment: object) => (await succeed(admin.post(url, comment))).comment
  const first = await add({ text: 'One', time: 1, duration: 1 })
  const later = await add({ text: 'Later', time: 2 })
  await add({ text: 'Two', time: 1.01, duration: 3 })
  await add({ text: 'Of no moment' })
  await add({ text: 'Yes', reply_to: first.id })
  await add({ text: 'Here', reply_to: later.id, time: 0.5 })
  await add({ text: 'Before it', time: 0.96 })
  const author = first.author.split('@')[0]
  const list = readList((await admin.get(`${url}?format=edl`)).text)
  const said = (...texts: string[]) => texts.map((text) => `${author}: ${text}`).join(' / ')
  t.strictSame(list.markers.map(({ codes, note }) => [codes[0], codes[1], note]), [
    ['00:00:00:12', '00:00:00:13', said('Here')],
    ['00:00:00:24', '00:00:01:00', said('Before it')],
    ['00:00:01:00', '00:00:04:00', said('One', 'Yes', 'Two')],
    ['00:00:02:00', '00:00:02:01', said('Later', 'Here')]
  ])
  const rows = parse((await admin.get(`${url}?format=csv`)).text, { columns: true }) as Array<Record<string, string>>
  t.strictSame(rows.map((row) => row.Description), ['Before it', 'One', 'Yes', 'Two', 'Later', 'Here', 'Of no moment'])
  t.strictSame(rows.map((row) => row['Reply To']), ['', '', String(first.id), '', '', String(later.id), ''])
}, {}, httpDialects)

onBothDatabases('A reply is below what it answers, also if it begins earlier in the same frame', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25, { duration: 10 })
  const url = `assets/${id}/comments`
  const add = async (comment: object) => (await succeed(admin.post(url, comment))).comment
  const first = await add({ text: 'One', time: 1.02 })
  await add({ text: 'Yes', time: 1, duration: 2, reply_to: first.id })
  await add({ text: 'Two', time: 1.03, duration: 1 })
  const behind = await add({ text: 'Behind', time: 100 })
  await add({ text: 'Far too long', time: 90, duration: 5, reply_to: behind.id })
  const author = first.author.split('@')[0]
  const said = (...texts: string[]) => texts.map((text) => `${author}: ${text}`)
  const list = readList((await admin.get(`${url}?format=edl`)).text)
  t.strictSame(list.markers.map(({ codes, note }) => [codes[0], codes[1], note]), [
    ['00:00:01:00', '00:00:03:00', said('One', 'Yes', 'Two').join(' / ')],
    ['00:01:30:00', '00:01:35:00', said('Far too long').join()],
    ['00:01:40:00', '00:01:40:01', said('Behind', 'Far too long').join(' / ')]
  ])
  const { tracks } = JSON.parse((await admin.get(`${url}?format=otio`)).text)
  const { markers } = tracks.children[0].children[0]
  t.strictSame(markers.map(({ comment, marked_range: range }: any) => [comment, range.duration.value]), [
    [said('One', 'Yes', 'Two').join('\n'), 50], [said('Behind', 'Far too long').join('\n'), 125]
  ])
}, {}, httpDialects)

onBothDatabases('Hundreds of comments are markers, in order', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25)
  await fillComments(world, id, 250, (index) => ({ time: 250 - index }))
  const { markers } = readList((await admin.get(`assets/${id}/comments?format=edl`)).text)
  t.strictSame(markers.map(({ note }) => Number(note.split(': ')[1])), Array.from({ length: 250 }, (_each, index) => 249 - index))
  const rows = parse((await admin.get(`assets/${id}/comments?format=csv`)).text, { columns: true }) as Array<Record<string, string>>
  t.equal(rows.length, 250)
})

onBothDatabases('A film begins at its own time code, which says whether frames are dropped', async (t, world) => {
  const { admin } = world
  const films = [
    [29.97, '10:00:00:00', '10:01:00:00', false], [29.97, '10:00:00;00', '10:01:00;02', true], [59.94, '00:00:00:00', '00:01:00:00', false],
    [25, '09:59:59:24', '10:00:59:24', false], [24, null, '00:01:00:00', false], [25, '10:00:00:40', '00:01:00:00', false]
  ] as const
  for (const [rate, timecode, shown, isDropped] of films) {
    const id = await addFilm(world, rate, { timecode })
    const url = `assets/${id}/comments`
    await succeed(admin.post(url, { text: 'x', time: rate < 29 || rate > 60 ? 60 : 60.06 }))
    const list = readList((await admin.get(`${url}?format=edl`)).text)
    t.strictSame([list.markers[0]!.codes[0], list.isDropped], [shown, isDropped], `${rate} ${timecode}`)
    t.equal(readList((await admin.get(`${url}?format=edl&start=01;00;00;00`)).text).markers[0]!.codes[0]!.slice(0, 6), '01:01:')
  }
}, {}, httpDialects)

onBothDatabases('A time code may count half of the frames of its film, or less', async (t, world) => {
  const { admin } = world
  const films = [
    [50, '10:00:00:20', 25, '10:00:01:40'], [59.94, '10:00:00;20', 30, '10:00:01;39'], [59.94, '10:00:00:20', 30, '10:00:01:39'],
    [119.88, '10:00:00;20', 30, '10:00:01;79'], [59.94, '10:01:00;02', 30, '10:01:01;03'], [100, '10:00:00:24', 25, '10:00:01:96'],
    [120, '10:00:00:50', 60, '10:00:01:100'], [240, '10:00:00:29', 30, '10:00:01:232'], [25, '10:00:00:12', 24, '10:00:01:12'],
    [50, '10:00:00:25', 25, '00:00:01:00'], [50, '10:00:00:20', undefined, '10:00:01:20']
  ] as const
  for (const [rate, timecode, counted, shown] of films) {
    const id = await addFilm(world, rate, { timecode, timecode_rate: counted, duration: 10 })
    const url = `assets/${id}/comments`
    await succeed(admin.post(url, { text: 'x', time: 1 }))
    const what = `${rate} ${timecode} ${counted}`
    t.equal(/ C +(\S+) /.exec((await admin.get(`${url}?format=edl`)).text)![1], shown, what)
    t.equal((await admin.get(`${url}?format=avid`)).text.split('\t')[1], shown, what)
    t.equal((parse((await admin.get(`${url}?format=csv`)).text, { columns: true }) as Array<{ In: string }>)[0]!.In, shown, what)
    const clock = clockOf({ frame_rate: rate, timecode, timecode_rate: counted })!
    t.equal(toTimeCode(clock.first + frameShown(1, clock.rate), clock.rate), shown, 'the player shows the same')
    for (const format of ['fcpxml', 'xmeml', 'otio']) {
      const { first, markers } = readers[format]!((await admin.get(`${url}?format=${format}`)).text, clock.rate)
      t.equal(toTimeCode(first! + markers[0]!.frame, clock.rate), shown, `${format} ${what}`)
    }
    const { token } = await addLink(admin, `assets/${id}`)
    const { film } = (await succeed(createGuest(world, token).get(`shared/assets/${id}`))).asset
    t.strictSame(clockOf(film), clock, 'guests get the same')
    const { file_metadata: known } = await succeed(admin.get(`assets/${id}/file_metadata`))
    t.strictSame([known.timecode, known.timecode_rate], [timecode, counted])
    if (rate === 50) {
      t.equal(readList((await admin.get(`${url}?format=edl&start=10:00:00:20`)).text).markers[0]!.codes[0], '10:00:01:20', 'start counts the film')
    }
  }
}, {}, httpDialects)

onBothDatabases('A rate that varies goes by the clock', async (t, world) => {
  const { admin } = world
  for (const [average, code] of [[25.45, '00:01:00:12'], [29.97, '00:01:00:15'], [17.3, '00:01:00:12'], [57, '00:01:00:30'], [44, '00:01:00:25']] as const) {
    const id = await addFilm(world, average, { variable_frame_rate: true })
    await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time: 60.5 }))
    const list = readList((await admin.get(`assets/${id}/comments?format=edl`)).text)
    t.strictSame([list.markers[0]!.codes[0], list.isDropped], [code, false], String(average))
  }
}, {}, httpDialects)

t.test('The middle of each frame leads back to it, also rounded to milliseconds', async (t) => {
  for (const written of [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120]) {
    const { rate } = clockOf({ frame_rate: written })!
    let wrong = 0
    for (let frame = 0; frame < 200_000; frame += 7) {
      const middle = middleOf(frame, rate)
      const rounded = Math.round(middle * 1000) / 1000
      const found = [frameAt(rounded, rate), frameShown(middle, rate), frameShown(rounded, rate)]
      if (found.some((each) => each !== frame)) wrong++
      if (frameShown(frame / rate.exact, rate) !== frame) wrong++
    }
    t.equal(wrong, 0, String(written))
  }
})

onBothDatabases('Without a frame rate there are no markers, and wrong parameters are refused', async (t, world) => {
  const { admin } = world
  const none = { status: 200, body: { error: 'Asset has no frame rate' } }
  const bare = await addAsset(admin)
  const picture = await addFilm(world, null)
  for (const id of [bare.id, picture]) {
    t.strictSame(outcome(await admin.get(`assets/${id}/comments?format=edl`)), none)
    await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time: 1.5, duration: 1 }))
    const [row] = parse((await admin.get(`assets/${id}/comments?format=csv`)).text, { columns: true }) as Array<Record<string, string>>
    t.match(row, { Description: 'x', In: '', Out: '', Duration: '', Time: '1.5' })
  }
  const id = await addFilm(world, 29.97)
  const wrong = (name: string, value: string, rule: string) => ({ status: 422, body: { error: `Invalid parameter '${name}' value ${value}: ${rule}` } })
  for (const start of ['1:00', '24:00:00:00', '00:60:00:00', '00:00:00:30', '00:01:00;00']) {
    t.strictSame(outcome(await admin.get(`assets/${id}/comments?format=edl&start=${encodeURIComponent(start)}`)), wrong('start', `"${start}"`, 'Must be a time code'))
  }
  t.strictSame(outcome(await admin.get(`assets/${id}/comments?format=xml`)), wrong('format', '"xml"', 'Must be one of: <code>edl</code>, <code>fcpxml</code>, <code>xmeml</code>, <code>avid</code>, <code>otio</code>, <code>csv</code>.'))
  t.strictSame(outcome(await admin.get(`assets/${id}/comments?format=edl&limit=5`)), wrong('limit', '"5"', 'Must not be sent with format'))
  t.strictSame(outcome(await admin.get(`assets/${NOBODYS_ID}/comments?format=edl`)), { status: 404, body: { error: 'asset not found' } })
  t.strictSame(outcome(await admin.get(`projects/${NOBODYS_ID}/comments?format=edl`)), { status: 422, body: { error: "Unknown parameter 'format'" } })
}, {}, httpDialects)
