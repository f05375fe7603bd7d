import t from 'tap'
import { lookInOneProcess } from '../../../helper/media/look.js'
import { makeSound } from '../../../helper/media/samples.js'

const { describe } = lookInOneProcess()

function chunk (name: string, bytes: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes.length)
  return Buffer.concat([Buffer.from(name), size, bytes, Buffer.alloc(bytes.length % 2)])
}

function bext ({ date = '2026-03-04', time = '05:06:07', samples = 172_800_000, originator = 'Sound Devices 633' } = {}): Buffer {
  const bytes = Buffer.alloc(602)
  bytes.write('Room tone', 0)
  bytes.write(originator, 256)
  bytes.write('USSDVABC123', 288)
  bytes.write(date, 320)
  bytes.write(time, 330)
  bytes.writeBigUInt64LE(BigInt(samples), 338)
  return chunk('bext', bytes)
}

const ixml = chunk('iXML', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><BWFXML><IXML_VERSION>1.5</IXML_VERSION>
<PROJECT>Harbour</PROJECT><SCENE>12A &amp; B</SCENE><TAKE>3</TAKE><TAPE>Rolle Ä</TAPE><TAKE_TYPE>DEFAULT</TAKE_TYPE>
<TRACK_LIST><TRACK_COUNT>1</TRACK_COUNT></TRACK_LIST></BWFXML>`))

/** A sound with further chunks, before or behind its samples. */
function withChunks (before: Buffer[], behind: Buffer[] = [], form = 'RIFF'): Buffer {
  const sound = makeSound()
  const start = sound.indexOf('fmt ')
  const body = Buffer.concat([Buffer.from('WAVE'), ...before, sound.subarray(start), ...behind])
  const head = chunk(form, body).subarray(0, 8)
  return Buffer.concat([head, body])
}

t.test('A Broadcast Wave file has its originator, time reference, scene, take, tape and date', async (t) => {
  for (const file of [withChunks([bext(), ixml]), withChunks([], [bext(), ixml]), withChunks([bext()], [ixml])]) {
    const { tags, taken_at: takenAt } = await describe(t, file)
    t.match(tags, { originator: 'Sound Devices 633', time_reference: 172_800_000, scene: '12A & B', take: '3', tape: 'Rolle Ä', artist: 'Björk' })
    t.equal(takenAt, '2026-03-04T05:06:07')
  }
  const late = await describe(t, withChunks([bext({ samples: 2 ** 33 + 1, date: '2026_03_04', time: '05-06-07' })]))
  t.match(late, { tags: { time_reference: 2 ** 33 + 1 }, taken_at: '2026-03-04T05:06:07' })
  t.match(await describe(t, withChunks([bext({ samples: 0 })])), { tags: { time_reference: 0 } })
})

t.test('RF64 is read as WAV, and what is wrong is left out', async (t) => {
  const sizes = Buffer.alloc(28)
  sizes.writeBigUInt64LE(BigInt(makeSound().length - 100), 8)
  t.match(await describe(t, withChunks([chunk('ds64', sizes), bext(), ixml], [], 'RF64')), {
    content_type: 'audio/wav', sample_rate: 44_100, tags: { originator: 'Sound Devices 633', scene: '12A & B' }
  })
  const wrong = await describe(t, withChunks([bext({ date: '0000-00-00', time: '', originator: '' }), chunk('iXML', Buffer.from('<SCENE>'))]))
  t.equal(wrong.taken_at, null)
  t.notOk('originator' in wrong.tags! || 'scene' in wrong.tags!)
  t.match(await describe(t, withChunks([chunk('bext', Buffer.alloc(20))])), { content_type: 'audio/wav', sample_rate: 44_100 }, 'a chunk that is too short')
})
