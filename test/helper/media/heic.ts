import type { Test } from 'tap'
import { makeByFfmpeg } from './samples.js'

const u16 = (number: number) => { const bytes = Buffer.alloc(2); bytes.writeUInt16BE(number); return bytes }
const u32 = (number: number) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(number); return bytes }

function box (type: string, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(type, 'latin1'), bytes])
}

const versioned = (type: string, version: number, ...content: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...content)

/** The content of the first box of a type. */
function contentOf (film: Buffer, type: string): Buffer {
  const start = film.indexOf(type) - 4
  return film.subarray(start + 8, start + film.readUInt32BE(start))
}

/** A picture of 600 × 400 pixels as phones write it: an HEVC frame, turned to the left by quarters. */
export async function makeHeic (t: Test, quarters = 0): Promise<Buffer> {
  const film = await makeByFfmpeg(t, 'frame.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=600x400:d=1:r=1', '-frames:v', '1',
    '-pix_fmt', 'yuv420p', '-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'])
  const frame = contentOf(film, 'mdat')
  const beginning = (offset: number) => Buffer.concat([
    box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic')),
    versioned('meta', 0,
      versioned('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      versioned('pitm', 0, u16(1)),
      versioned('iloc', 0, Buffer.from([0x44, 0]), u16(1), u16(1), u16(0), u16(1), u32(offset), u32(frame.length)),
      versioned('iinf', 0, u16(1), versioned('infe', 2, u16(1), u16(0), Buffer.from('hvc1\0'))),
      box('iprp',
        box('ipco', box('hvcC', contentOf(film, 'hvcC')), versioned('ispe', 0, u32(600), u32(400)),
          box('irot', Buffer.from([quarters]))),
        versioned('ipma', 0, u32(1), u16(1), Buffer.from([3, 0x81, 2, 0x83]))))
  ])
  return Buffer.concat([beginning(beginning(0).length + 8), box('mdat', frame)])
}
