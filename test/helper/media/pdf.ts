/**
 * A PDF of these pages, each given by the entries of its dictionary, with this document information. Streams are the
 * objects behind the pages.
 */
export function makePdf (pages: readonly string[], information = '', streams: readonly string[] = []): Buffer {
  const first = 4
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((_page, index) => `${first + index} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    `<<${information}>>`,
    ...pages.map((page) => `<</Type/Page/Parent 2 0 R${page}>>`),
    ...streams.map((stream) => `<</Length ${stream.length}>>stream\n${stream}\nendstream`)
  ]
  let text = '%PDF-1.5\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}` +
    `/Root 1 0 R/Info 3 0 R>>\nstartxref\n${text.length}\n%%EOF\n`, 'latin1')
}
