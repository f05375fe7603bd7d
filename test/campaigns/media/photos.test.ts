import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { lookInOneProcess } from '../../helper/media/look.js'
import { makeHeic } from '../../helper/media/heic.js'
import { askExiftool, makePicture, needs, tagged } from '../../helper/media/samples.js'

const { describe, look } = lookInOneProcess()

const photo = async (t: Test, options: readonly string[]) =>
  tagged(t, await makePicture('jpeg', [60, 40]), 'photo.jpg', options)

/** The names of exiftool that differ from those of the EXIF standard. */
const otherNames: Readonly<Record<string, string>> = {
  CompositeImageExposureTimes: 'SourceExposureTimesOfCompositeImage',
  CreateDate: 'DateTimeDigitized',
  ExifImageHeight: 'PixelYDimension',
  ExifImageWidth: 'PixelXDimension',
  ExposureCompensation: 'ExposureBiasValue',
  FocalLengthIn35mmFormat: 'FocalLengthIn35mmFilm',
  ISO: 'ISOSpeedRatings',
  ImageHeight: 'ImageLength',
  InteropIndex: 'InteroperabilityIndex',
  InteropVersion: 'InteroperabilityVersion',
  ModifyDate: 'DateTime',
  OwnerName: 'CameraOwnerName',
  SerialNumber: 'BodySerialNumber'
}

/** Names that exiftool writes and the metadata leaves out: binary data, and figures for developing raw files. */
const leftOut = new Set([
  'CFAPattern', 'CalibrationIlluminant3', 'CameraCalibration3', 'ColorMatrix3', 'ComponentsConfiguration',
  'DNGPrivateData', 'DepthFar', 'DepthFormat', 'DepthMeasureType', 'DepthNear', 'DepthUnits', 'EnhanceParams',
  'ForwardMatrix3', 'IlluminantData1', 'IlluminantData2', 'IlluminantData3', 'IntergraphMatrix', 'MakerNoteUnknownText',
  'ModelTiePoint', 'OffsetSchema', 'Padding', 'PanasonicTitle', 'PanasonicTitle2', 'ProfileHueSatMapData1',
  'ProfileHueSatMapData2', 'ProfileHueSatMapData3', 'ProfileLookTableData', 'ProfileToneCurve', 'RGBTables',
  'RawToPreviewGain', 'ReductionMatrix3', 'ThumbnailImage', 'ThumbnailLength', 'ThumbnailOffset', 'TimeZoneOffset'
])

t.test('The metadata of a photo has every EXIF name that exiftool writes, except for binary data', needs.exiftool, async (t) => {
  const { stdout } = await promisify(execFile)('exiftool', ['-listw', '-EXIF:All'])
  const names = stdout.split('\n').slice(1).join(' ').trim().split(/\s+/).filter((name) => !name.startsWith('GeoTiff'))
  const bytes = await photo(t, ['-n', ...names.map((name) => `-EXIF:${name}=1`)])
  const written = Object.keys(await askExiftool(t, bytes, ['-EXIF:All'])).filter((name) => name !== 'SourceFile')
  t.ok(written.length > 190, `${written.length} names`)
  const { exif } = await describe(t, bytes)
  const missing = written.filter((name) => !leftOut.has(name) && exif![otherNames[name] ?? name] === undefined)
  t.same(missing, [])
})

t.test('The focal length is read from EXIF and from XMP, and coordinates have no rounding errors', needs.exiftool, async (t) => {
  const { exif, xmp } = await describe(t, await photo(t, ['-n', '-FocalLength=50', '-XMP-exif:FocalLength=50',
    '-GPSLatitude=33.8688', '-GPSLatitudeRef=S', '-GPSLongitude=151.2153', '-GPSLongitudeRef=E', '-GPSAltitude=12.3',
    '-GPSAltitudeRef=0', '-GPSVersionID=2 3 0 0']))
  t.match(exif, {
    FocalLength: 50, GPSVersionID: '2.3.0.0', GPSLatitude: -33.8688, GPSLongitude: 151.2153, GPSAltitude: 12.3
  })
  t.match(xmp, { FocalLength: /50/ })
})

t.test('Several values are a list of texts, and one value is a text', needs.exiftool, async (t) => {
  const { iptc, xmp } = await describe(t, await photo(t, ['-codedcharacterset=utf8', '-IPTC:Keywords=sea', '-IPTC:Keywords=Wärme',
    '-IPTC:By-line=Ada', '-IPTC:By-line=Grace', '-IPTC:Headline=Sunset', '-XMP-dc:Subject=sea', '-XMP-dc:Subject=sand',
    '-XMP-dc:Creator=Ada']))
  t.match(iptc, { Keywords: ['sea', 'Wärme'], 'By-line': ['Ada', 'Grace'], Headline: 'Sunset' })
  t.match(xmp, { subject: ['sea', 'sand'], creator: 'Ada' })
})

t.test('Of several languages the default is used, or else the first', needs.exiftool, async (t) => {
  const { xmp } = await describe(t, await photo(t, ['-XMP-dc:Title-de=Deutsch', '-XMP-dc:Title=Default', '-XMP-dc:Title-fr=Français',
    '-XMP-dc:Rights-fr=Droits', '-XMP-dc:Description=One']))
  t.match(xmp, { title: 'Default', rights: 'Droits', description: 'One' })
})

t.test('A comment is read as text, whatever its encoding', needs.exiftool, async (t) => {
  for (const [order, text] of [['MM', 'Grüße'], ['MM', '日本語のコメント'], ['II', 'Привет']] as const) {
    const { exif } = await describe(t, await photo(t, [`-ExifByteOrder=${order}`, `-UserComment=${text}`, `-GPSAreaInformation=${text}`]))
    t.match(exif, { UserComment: text, GPSAreaInformation: text }, order)
  }
  const bytes = await photo(t, ['-UserComment=12345678'])
  const written = Buffer.from('ASCII\0\0\x0012345678', 'latin1')
  for (
    const [encoding, content, text] of [
      ['ASCII\0\0\0', Buffer.from('Harbour\0'), 'Harbour'],
      ['JIS\0\0\0\0\0', Buffer.from([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]), '日'],
      ['JIS\0\0\0\0\0', Buffer.from([0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0, 0]), '日本語'],
      ['\0\0\0\0\0\0\0\0', Buffer.from('Größe\0'), 'Größe'],
      ['\0\0\0\0\0\0\0\0', Buffer.from('Gr\xF6\xDFer\0\0', 'latin1'), 'Größer'],
      ['UNICODE\0', Buffer.from('\uFEFFabc', 'utf16le'), 'abc']
    ] as const
  ) {
    const at = bytes.indexOf(written)
    const changed = Buffer.from(bytes)
    changed.set(Buffer.concat([Buffer.from(encoding, 'latin1'), content]), at)
    t.match((await describe(t, changed)).exif, { UserComment: text })
  }
  const empty = await describe(t, Buffer.from(bytes).fill(0, bytes.indexOf(written), bytes.indexOf(written) + 16))
  t.notOk(Object.hasOwn(empty.exif!, 'UserComment'))
})

t.test('An orientation is 1 to 8, or null', needs.exiftool, async (t) => {
  for (const [written, shown] of [[1, 1], [8, 8], [0, null], [9, null]] as const) {
    t.match(await describe(t, await photo(t, ['-n', `-Orientation=${written}`])), { orientation: shown })
  }
})

t.test('A HEIC has the size after its own rotation, whatever its EXIF orientation says', needs.films, async (t) => {
  for (const [quarters, width, height] of [[1, 400, 600], [2, 600, 400]] as const) {
    const bytes = await tagged(t, await makeHeic(t, quarters), 'photo.heic', ['-n', '-Orientation=6', '-Make=Canon'])
    t.match(await look(t, bytes), {
      outcome: 'done',
      metadata: { content_type: 'image/heic', width, height, orientation: 6, exif: { Make: 'Canon' } },
      previews: []
    })
    // Without the parameters of the codec only the header is left.
    const broken = Buffer.from(bytes)
    broken.write('free', broken.indexOf('hvcC'))
    t.match(await describe(t, broken), { width, height })
  }
})
