import { Outlet } from '@tanstack/react-router';
import { Wordmark } from '../../ui/marks/Wordmark.tsx';
import { NoticeBanner } from '../../ui/notice/NoticeBanner.tsx';
import classes from './layout.module.css';

/** A layout without menu: the product's name and one column. */
export function EmptyLayout() {
  return (
    <>
      <NoticeBanner />
      <div className={classes.empty}>
        <header>
          <Wordmark />
        </header>
        <main id="vsebina" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}
