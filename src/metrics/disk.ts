import { folderSpace, type Folder } from '../process/disk.js'
import type { Metrics } from './metrics.js'

/** The free space of the disks that this process writes to. */
export function addDiskMetrics ({ metrics, folders }: { metrics: Metrics, folders: readonly Folder[] }): void {
  metrics.addSource('disk', (gauge) => {
    const free = gauge('cutroom_disk_free_bytes', 'Free space on the disk of a folder.', ['folder'])
    const size = gauge('cutroom_disk_size_bytes', 'Size of the disk of a folder.', ['folder'])
    return async () => {
      for (const folder of folders) {
        const { freeBytes, totalBytes } = await folderSpace(folder)
        free.set({ folder: folder.use }, freeBytes)
        size.set({ folder: folder.use }, totalBytes)
      }
    }
  })
}
