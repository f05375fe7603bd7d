import type { Readable } from 'node:stream'
import type { LocationPath } from './paths.js'

/** What is at a path. Buckets have no inodes, and know only when an object was written. */
export interface Entry {
  /** The last name of its path, as bytes. */
  readonly name: Buffer
  /** The name as people read it. Two names may read alike. */
  readonly shown: string
  /** `other`: links, pipes, sockets, devices. None of them is ever followed or opened. */
  readonly type: 'file' | 'folder' | 'other'
  /** Bytes. */
  readonly size: number
  /** When it was last written, and when it was last written or changed otherwise, in nanoseconds since 1970. */
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  readonly inode: bigint
  /** Is another one when size, times, inode, or the digest that a bucket gives, are others. */
  readonly state: string
}

/** A file that is open. What is read is this file, whatever becomes of its path. */
export interface OpenFile {
  /** The file as it was when it was opened. */
  readonly entry: Entry
  /** The bytes from an offset on, or some of them. The file stays open, also if not all of them are wanted. */
  read (start?: number, length?: number): Promise<Readable>
  /** The file as it is now. */
  look (): Promise<Entry>
  close (): Promise<void>
}

/** What is to be written. */
export interface NewFile {
  /** Names the attempt while it is not whole: `.<id>.part`. What a killed one has left under this name goes first. */
  readonly id: string
  /** Bytes. More or fewer of them are an error. */
  readonly size: number
  /** May be called more than once. An error from it ends the attempt: so it can check what it hands out. */
  bytes (): AsyncIterable<Uint8Array>
}

/**
 * The one door to the files of a location. Every path is below it: where it leads outside by a link, also by one that
 * was put there meanwhile, the call throws NotThatFile. Without the location it throws LocationGone; without the folder
 * or the file, an error with the code ENOENT. Other errors of the system, or of the bucket, are thrown as they are.
 */
export interface Location {
  readonly type: 'folder' | 'bucket'
  /** What is in a folder, in no order, some at a time, however many there are. In a bucket a missing one is empty. */
  list (folder: LocationPath): AsyncIterable<Entry>
  /** The names in a folder as people read them, without a look at what has them. */
  names (folder: LocationPath): AsyncIterable<string>
  /** What is at a path; null if nothing is. A link is not followed. */
  look (path: LocationPath): Promise<Entry | null>
  /** Opens a file, and no other one than was seen, where that is given. */
  open (path: LocationPath, seen?: Entry): Promise<OpenFile>
  /**
   * Writes a file, which has its name when it is whole and on disk, and replaces nothing: false if the name is taken.
   * Its folder has to be there.
   */
  write (path: LocationPath, file: NewFile): Promise<boolean>
  /** Removes what a killed attempt to write this file may have left. */
  discard (path: LocationPath, id: string): Promise<void>
  /** Makes a folder, and those above it, where they are missing. Buckets need none. */
  makeFolder (folder: LocationPath): Promise<void>
  /** Removes a file. False if it is gone, or another one than was seen. */
  remove (path: LocationPath, seen: Entry): Promise<boolean>
  /**
   * Moves a file within the location, and replaces nothing: false if the name is taken. Throws NotThatFile if it is
   * another one than was seen. Not in buckets.
   */
  move (from: LocationPath, to: LocationPath, seen: Entry): Promise<boolean>
}
