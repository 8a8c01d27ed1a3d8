/** Whether symbols were drawn uniformly. */

/**
 * How far the counts of all symbols are from equal, in standard deviations: Pearson's chi-square, in the approximation of
 * Wilson and Hilferty. Far below zero means more equal than chance allows.
 */
export function deviation(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const square = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  const variance = 2 / (9 * freedom);
  return (Math.cbrt(square / freedom) - (1 - variance)) / Math.sqrt(variance);
}
