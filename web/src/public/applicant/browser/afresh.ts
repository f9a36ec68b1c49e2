/**
 * Fetches a page anew when the browser shows one that it has kept: its link may have ended since, as on a shared telephone, or
 * its offer passed.
 */
export function fetchAfresh(fetchAnew = () => window.location.reload()): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) fetchAnew();
  });
}
