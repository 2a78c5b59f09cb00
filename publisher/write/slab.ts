/** Slab: allocates memory for many small buffers that are used at about the same time; a separate allocation for each is slow. */
const SLAB_BYTES = 1024 * 1024;
let slab = Buffer.alloc(0);
let used = 0;

/** Returns uninitialised bytes that start on a multiple of 8 in their memory. `size` is a multiple of 8. */
export function allocate(size: number): Buffer {
  if (size > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(size);
  if (used + size > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const bytes = slab.subarray(used, used + size);
  used += size;
  return bytes;
}
