/** Clock face: what is left of somebody's time, in digits. */

/** What a clock shows: the second or the hour that has begun counts. @param {number} left milliseconds */
export function face(left) {
  const begun = Math.ceil(left / 3_600_000), seconds = Math.ceil(Math.max(left, 0) / 1000), minutes = Math.floor(seconds / 60), hours = Math.floor(seconds / 3600);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (left >= 86_400_000) return `${Math.floor(begun / 24)} d ${begun % 24} h`;
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
