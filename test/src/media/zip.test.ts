import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import t from 'tap'
import { namesInZip } from '#src/media/bundles/names.js'
import { sizeOfZip, streamZip } from '#src/media/bundles/zip.js'
import { lacks } from '#test/helper/programs.js'

const names: Array<[sent: string, inZip: string]> = [
  ['A.jpg', 'A.jpg'], ['a.jpg', 'a (2).jpg'], ['CON.mov', 'CON_.mov'], ['con', 'con_'], ['lpt¹.tar.gz', 'lpt¹_.tar.gz'], ['Aux .txt', 'Aux_ .txt'],
  ['console.log', 'console.log'], ['Take: 2?.mov', 'Take_ 2_.mov'], ['<>:"|?*\x00\x1f\x7f', '__________'], ['end. .', 'end___'], ['..', '__'],
  ['.DS_Store', '.DS_Store'], ['', 'download'], ['x/', 'download (2)'], ['/etc/passwd', 'passwd'], ['C:\\x\\B.txt', 'B.txt'],
  ['C:B.txt', 'C_B.txt'], ['Zu\u0308rich.mov', 'Z\u00fcrich.mov'], ['ZÜRICH.MOV', 'ZÜRICH (2).MOV'], ['ΟΔΟΣ', 'ΟΔΟΣ'], ['οδος', 'οδος (2)'],
  ['\u202egpj.exe', 'gpj.exe'], ['👩‍🚀.png', '👩‍🚀.png'], ['名前.mp4', '名前.mp4'], ['x.A (2).jpg', 'x.A (2).jpg'], ['con:', 'con_ (2)']
]

t.test('The names in a ZIP are those that Windows, macOS and Linux take, each once whatever the case', async (t) => {
  t.strictSame(namesInZip(names.map(([sent]) => sent)), names.map(([, inZip]) => inZip))
  const long = ['é'.repeat(300) + '.mov', 'É'.repeat(300) + '.MOV', 'x'.repeat(239) + '. y',
    'x'.repeat(50) + '.' + 'y'.repeat(400), '東'.repeat(100) + '.tar.gz']
  const cut = namesInZip(long)
  t.match(cut, [/^é+\.mov$/, /^É+ \(2\)\.MOV$/, /^x+\. y$/, /^x+\.y+$/, /^東+\.gz$/])
  for (const name of cut) t.ok(Buffer.byteLength(name) <= 244, name)
  t.ok(Buffer.byteLength(cut[0]!) > 236)
})

const contents = ['', 'x', 'film '.repeat(100_000)].map((content) => Buffer.from(content))
const filesOf = () => contents.map((bytes, index) => ({
  name: ['empty.txt', 'Zürich 東京.mov', 'big.bin'][index]!,
  size: bytes.length,
  mtime: new Date('2026-11-26T12:00:00Z'),
  crc: crc32(bytes),
  open: async () => Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])
}))

const JAVA = `import java.util.zip.*;
public class Read { public static void main(String[] a) throws Exception {
  ZipInputStream zip = new ZipInputStream(System.in);
  for (ZipEntry e; (e = zip.getNextEntry()) != null;) System.out.println(zip.readAllBytes().length); } }`

const readers: Array<[program: 'bsdtar' | 'java' | 'unzip', args: string[], isStream: boolean]> = [
  ['bsdtar', ['-xOf', '-'], true], ['java', ['Read.java'], true],
  ['unzip', ['-t', 'files.zip'], false]
]

for (const [program, args, isStream] of readers) {
  const skip = lacks(program)
  t.test(`${program} reads a ZIP${isStream ? ' that comes as a stream' : ''}`, { skip }, async (t) => {
    const folder = t.testdir({ 'Read.java': JAVA })
    const zip = join(folder, 'files.zip')
    await writeFile(zip, await buffer(streamZip(filesOf())))
    const reader = execFile(program, args, { cwd: folder, maxBuffer: 1e8 })
    createReadStream(isStream ? zip : '/dev/null').pipe(reader.stdin!)
    const ended = new Promise((resolve) => reader.once('close', resolve))
    const [output, errors, code] = await Promise.all([text(reader.stdout!), text(reader.stderr!), ended])
    t.equal(code, 0, errors)
    if (program === 'bsdtar') t.equal(output, Buffer.concat(contents).toString())
    if (program === 'java') t.equal(output.trim().split(/\s+/).join(), contents.map(({ length }) => length).join())
  })
}

t.test('The size of a ZIP is known beforehand, and a file of another size ends it', async (t) => {
  t.equal((await buffer(streamZip(filesOf()))).length, sizeOfZip(filesOf()))
  for (const wrong of [-1, 1]) {
    const files = filesOf().slice(1).map((file) => ({ ...file, size: file.size + wrong }))
    await t.rejects(buffer(streamZip(files)), /another size/)
  }
  const opened: string[] = []
  const counted = filesOf().map((file) => ({
    ...file,
    open: async () => {
      opened.push(file.name)
      return file.open()
    }
  }))
  const stream = streamZip(counted)
  await stream[Symbol.asyncIterator]().next()
  stream.destroy()
  t.ok(opened.length < 3, 'no file is opened before its turn')
})
