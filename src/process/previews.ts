import type { Config } from './config.js'
import { findProgram } from './programs.js'

/** The optional package that decodes pictures. A missing one is a warning at the start. */
export function previewWarnings (name = 'sharp'): string[] {
  return isInstalled(name)
    ? []
    : ['sharp is not installed: files have no previews. npm install --include=optional sharp brings it']
}

/** The program that makes films play. A missing one is a warning at the start, where it would be used. */
export function filmWarnings (
  { MEDIA_PROXIES: isOn, JOBS: works }: Pick<Config, 'MEDIA_PROXIES' | 'JOBS'>, path?: string
): string[] {
  if (!isOn || !works || findProgram('ffmpeg', path) !== null) return []
  return ['ffmpeg is not on the path: films have no pictures, and those that browsers do not play as they are do not play. MEDIA_PROXIES=off ends this warning']
}

function isInstalled (name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
