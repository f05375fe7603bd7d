import { Type } from '@sinclair/typebox'
import { described, Nullable } from '#src/http/schemas.js'

const text = Nullable(Type.String())
const number = Nullable(Type.Number())
const integer = Nullable(Type.Integer())
const Text = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())])
const texts = (description: string, example: object) =>
  described(Nullable(Type.Record(Type.String(), Text)), description, example)

const FileMetadata = Type.Object({
  content_type: described(Type.String(), 'By what is in the file, whatever it is called.', 'video/quicktime'),
  container: described(text, 'What holds the picture and the sound.', 'MPEG-4'),
  width: described(integer, 'Pixels, as one sees it: upright, with square pixels.', 1920),
  height: described(integer, 'Pixels, as one sees it: upright, with square pixels.', 1080),
  duration: described(number, 'Seconds.', 12.5),
  frame_rate: described(number, 'Pictures a second.', 25),
  video_codec: described(text, 'How the picture is written.', 'AVC'),
  audio_codec: described(text, 'How the sound is written.', 'AAC'),
  channels: described(integer, 'Of the sound.', 2),
  sample_rate: described(number, 'Hertz.', 48000),
  bit_rate: described(number, 'Bits a second.', 8500000),
  color_space: described(text, 'How colours are written.', 'YUV'),
  orientation: described(integer, 'The number in the file, 1 to 8.', null),
  taken_at: described(text, 'ISO 8601, without a zone where the file has none.', '2026-01-15T09:31:14+01:00'),
  timecode: described(text, 'Where a film begins, by its own time code; with `;` before the pictures where it drops.', '10:00:00:00'),
  variable_frame_rate: Type.Optional(described(
    Type.Boolean(), 'Only where the pictures come at different intervals, as phones write them: `frame_rate` is their average.'
  )),
  exif: texts('What the camera says, by the names of EXIF.', { Make: 'Canon', FNumber: 2.8 }),
  iptc: texts('What an editor says, by the names of IPTC.', { Headline: 'Sunset', Keywords: ['sea', 'evening'] }),
  xmp: texts('What programs say, by the names of XMP.', { creator: 'Ada Lovelace' }),
  tags: texts('What a sound or a PDF says of itself.', { artist: 'Björk' })
}, { title: 'FileMetadata' })

export const FileMetadataReply = Type.Object({
  file_metadata: described(
    Nullable(FileMetadata),
    'Null until there is a file that was analysed. What is not in the file is null.'
  )
}, { description: 'What is known of the file.' })
