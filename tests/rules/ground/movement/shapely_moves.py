"""What straight moves cost by Shapely: every edge a move meets, every face a place lies in. The oracle of the
compiled kernels."""

import numpy as np
import shapely

from rules.ground.table.arrays import Floats, cross, points, segments
from rules.ground.table.movement.faces import Faces

_LEAST = 1e-12


def prices_at(faces: Faces, places: Floats) -> Floats:
    """The price of an inch at each place (n, 2): the least of all faces that it is in or on."""
    found = np.full(len(places), np.inf)
    place, face = shapely.STRtree(faces.polygons).query(points(places), predicate="intersects")
    np.minimum.at(found, place, faces.prices[face])
    return found


def move_costs(faces: Faces, starts: Floats, ends: Floats) -> Floats:
    """What each move (n, 2) to (n, 2) costs, part by part between the edges where the price changes."""
    moves = ends - starts
    length = np.hypot(*moves.T)
    move, edge = shapely.STRtree(segments(faces.starts, faces.ends)).query(
        segments(starts, ends), predicate="intersects"
    )
    along, wall, gap = moves[move], (faces.ends - faces.starts)[edge], faces.starts[edge] - starts[move]
    across, squared = cross(along, wall), (along * along).sum(axis=1)
    is_crossed = np.abs(across) > _LEAST
    is_along = ~is_crossed & (squared > 0)
    ends_of_wall = ((along * end).sum(axis=1)[is_along] / squared[is_along] for end in (gap, gap + wall))
    met_at = [cross(gap, wall)[is_crossed] / across[is_crossed], *ends_of_wall]
    number = np.arange(len(moves))
    cut = np.concatenate([number, number, move[is_crossed], move[is_along], move[is_along]])
    share = np.clip(np.concatenate([np.zeros(len(moves)), np.ones(len(moves)), *met_at]), 0.0, 1.0)
    order = np.lexsort((share, cut))
    cut, share = cut[order], share[order]
    part = np.flatnonzero((np.diff(cut) == 0) & (np.diff(share) > _LEAST) & (length[cut[:-1]] > 0))
    middle = starts[cut[part]] + ((share[part] + share[part + 1]) / 2)[:, None] * moves[cut[part]]
    paid = np.zeros(len(moves))
    np.add.at(paid, cut[part], prices_at(faces, middle) * np.diff(share)[part] * length[cut[part]])
    return paid
