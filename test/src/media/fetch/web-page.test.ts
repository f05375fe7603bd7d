import t from 'tap'
import { startFileSender } from '../../../helper/media/sender.js'
import { startFetching } from '../../../helper/media/fetching.js'

const pages = ['<!DOCTYPE html><title>Sign in</title>', '\ufeff \n<!-- cached -->\n<HTML lang="en">', '<?xml version="1.0"?>\n<!doctype HTML PUBLIC "x">',
  Buffer.from('\ufeff<html><body>', 'utf16le')]
const others = ['', 'film', '<svg xmlns="http://www.w3.org/2000/svg">', '<?xml version="1.0"?><fcpxml/>', '<htmlish>', 'x <html>']

t.test('A web page that answers for a film is refused, whatever its Content-Type says', async (t) => {
  for (const bytes of pages) {
    const sender = await startFileSender(t, { bytes: Buffer.from(bytes), contentType: 'video/mp4' })
    const fetching = startFetching(t, { filename: 'film.html.mp4' })
    t.strictSame(await fetching.attempt(sender.url), { kind: 'refused', error: 'The URL answered with a web page' }, String(bytes))
    t.strictSame(await fetching.files(), [])
  }
})

t.test('A page is taken where one was asked for, and so is what is none', async (t) => {
  for (const [filename, bytes] of [['a.html', pages[0]!], ['A.HTM', pages[1]!], ...others.map((other) => ['film.mp4', other] as const)] as const) {
    const sender = await startFileSender(t, { bytes: Buffer.from(bytes), contentType: 'text/html' })
    t.match(await startFetching(t, { filename }).attempt(sender.url), { kind: 'whole' }, String(bytes))
  }
})
