import { findProgram } from '../../process/programs.js'
import type { AnalysisTask } from './task.js'

/** The paths of installed programs; null for those that are missing. */
export function findPrograms (): AnalysisTask['programs'] {
  const find = (name: string) => findProgram(name, process.env.PATH ?? '')
  return {
    ffmpeg: find('ffmpeg'), ffprobe: find('ffprobe'), pdftoppm: find('pdftoppm'), heifConvert: find('heif-convert')
  }
}
