import { rateOf } from '#src/basics/time-code.js'
import { httpDialects, inAppOfProcess } from '#test/helper/app.js'
import { addFilm } from '#test/helper/film.js'
import { succeed } from '#test/helper/items.js'
import { readers } from '#test/helper/markers.js'

const onBothDatabases = inAppOfProcess()

const film = { frame_rate: 25, duration: 10 }
const track = (channels: number | null, duration: number | null = 10, rate: number | null = 48_000) =>
  ({ channels, sample_rate: rate, duration })
const sounding = { ...film, audio_codec: 'AAC', channels: 2, sample_rate: 48_000 }

/** What is in the metadata, and what the clips have: the channels of each track, the rate, and the length of each. */
type Found = { channels: number[], rate?: number | null, lengths?: number[] }

const cases: Array<[string, Record<string, unknown>, Found]> = [
  ['no sound', film, { channels: [], rate: null }],
  ['stereo', { ...sounding, audio_tracks: [track(2)] }, { channels: [2] }],
  ['mono', { ...sounding, audio_tracks: [track(1)] }, { channels: [1] }],
  ['5.1', { ...sounding, audio_tracks: [track(6)] }, { channels: [6] }],
  ['two tracks', { ...sounding, audio_tracks: [track(2), track(2)] }, { channels: [2, 2] }],
  ['four mono tracks', { ...sounding, audio_tracks: Array(4).fill(track(1)) }, { channels: [1, 1, 1, 1] }],
  ['5.1 and stereo', { ...sounding, audio_tracks: [track(6), track(2)] }, { channels: [6, 2] }],
  ['another rate', { ...sounding, audio_tracks: [track(2, 10, 44_100)] }, { channels: [2], rate: 44_100 }],
  ['a shorter sound', { ...sounding, audio_tracks: [track(2, 4)] }, { channels: [2], lengths: [100] }],
  ['one of two is shorter', { ...sounding, audio_tracks: [track(1), track(1, 2)] }, { channels: [1, 1], lengths: [250, 50] }],
  ['a sound that ends within a frame or two', { ...sounding, audio_tracks: [track(2, 9.95)] }, { channels: [2] }],
  ['a sound of no known length', { ...sounding, audio_tracks: [track(2, null)] }, { channels: [2] }],
  ['nothing known of a track', { ...sounding, audio_tracks: [track(null, null, null)] }, { channels: [1], rate: null }],
  ['too many channels', { ...sounding, audio_tracks: [track(60), track(60), track(60)] }, { channels: [60, 4] }],
  ['a film that was analysed before', sounding, { channels: [2] }]
]

onBothDatabases('A clip with markers has the sound that the film has', async (t, world) => {
  const { admin } = world
  for (const [what, metadata, { channels, rate = 48_000, lengths }] of cases) {
    const id = await addFilm(world, 25, metadata)
    await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time: 1 }))
    for (const format of ['fcpxml', 'xmeml', 'otio']) {
      const { text } = await admin.get(`assets/${id}/comments?format=${format}`)
      const found = readers[format]!(text, rateOf(film)!)
      t.match(found, { length: 250, markers: [{ frame: 25 }] }, `${format}, ${what}`)
      const most = Math.max(...channels)
      const ends = lengths ?? channels.map(() => 250)
      t.strictSame(found.sound, {
        channels: format === 'fcpxml' ? channels.map(() => most) : channels,
        rate,
        lengths: format === 'fcpxml' ? [] : format === 'otio' ? ends : channels.flatMap((count, index) => Array(count).fill(ends[index]))
      }, `${format}, ${what}`)
      t.equal(text.includes('hasAudio="1"'), format === 'fcpxml' && channels.length > 0)
    }
  }
}, {}, httpDialects)
