import type { Release } from '../core/release.js'

/** A drop folder keeps the id of a project that is deleted for good, so that it halts. */
export const dropFolderRelease: Release = {
  async before () {}
}
