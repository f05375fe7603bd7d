import { findProgram } from '../../process/programs.js'
import { previewWarnings } from '../../process/previews.js'
import { ok, warning, type Check } from '../check.js'

/** Each program, the package of Debian that has it, and what needs it. */
const PROGRAMS = [
  ['ffmpeg', 'ffmpeg', 'films have no pictures, and many do not play'],
  ['ffprobe', 'ffmpeg', 'films have no pictures, and many do not play'],
  ['pdftoppm', 'poppler-utils', 'PDFs have no previews'],
  ['heif-convert', 'libheif-examples', 'pictures of phones (HEIC) have no previews']
] as const

/** The programs that make previews are installed. */
export const programs: Check = {
  name: 'programs',
  look ({ environment }) {
    const missing = PROGRAMS.filter(([name]) => findProgram(name, environment.PATH) === null)
    const [preview] = previewWarnings()
    if (missing.length === 0 && preview === undefined) return ok(PROGRAMS.map(([name]) => name).join(', '))
    const names = missing.map(([name]) => name).join(', ')
    const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
    const losses = [...new Set(missing.map(([, , loss]) => loss))].join('; ')
    return warning(
      [missing.length > 0 ? `Not on the path: ${names}. Without them ${losses}` : [], preview ?? []].flat().join('. '),
      [packages === '' ? [] : `apt-get install ${packages}`, preview === undefined ? [] : 'npm install --include=optional sharp'].flat().join(', ')
    )
  }
}
