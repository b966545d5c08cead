// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import Testing

@Suite("Distances over the earth")
struct GreatCircleTests {
    /// Half the way round: π times the mean radius of 6,371,008.8 m.
    private static let halfWayRound = Double.pi * 6_371_008.8

    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    private func expect(
        _ start: (Double, Double), _ end: (Double, Double), _ metres: Double, within tolerance: Double = 1e-6,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (start, end) = (try point(start.0, start.1), try point(end.0, end.1))
        for distance in [start.distance(to: end), end.distance(to: start)] {
            #expect(abs(distance - metres) <= tolerance, sourceLocation: sourceLocation)
        }
    }

    @Test("a degree along the equator or a meridian is a 360th of the way round")
    func degrees() throws {
        let degree = Self.halfWayRound / 180
        try expect((0, 0), (0, 1), degree)
        try expect((0, 0), (1, 0), degree)
        try expect((51, 7), (52, 7), degree)
        try expect((-33, -70), (-34, -70), degree)
    }

    /// The right side of the spherical law of cosines, worked out by hand: on the 60th parallel, points half the way
    /// round it are 60 degrees apart over the pole.
    @Test("along a parallel the shortest way leaves it")
    func parallel() throws {
        try expect((60, 0), (60, 180), Self.halfWayRound / 3)
        try expect((45, 0), (45, 90), Self.halfWayRound / 3)
    }

    /// The distances between airports' reference points, by other implementations on their own spheres, brought to this
    /// radius: Nashville to Los Angeles is 2887.26 km on a sphere of 6372.8 km (Rosetta Code, "Haversine formula").
    @Test("a published distance comes out")
    func published() throws {
        try expect((36.12, -86.67), (33.94, -118.40), 2_887_259.95 / 6_372_800 * 6_371_008.8, within: 0.01)
    }

    @Test("over the date line the way is short")
    func dateLine() throws {
        try expect((0, 179.5), (0, -179.5), Self.halfWayRound / 180)
        try expect((12, 180), (12, -180), 0)
    }

    @Test("at a pole the longitude means nothing")
    func poles() throws {
        try expect((90, 0), (90, 123), 0)
        try expect((-90, 20), (-90, -160), 0)
        try expect((90, 0), (-90, 77), Self.halfWayRound)
        try expect((90, 10), (0, -95), Self.halfWayRound / 2)
    }

    @Test("antipodes are half the way round apart, and near them nothing is lost")
    func antipodes() throws {
        try expect((0, 0), (0, 180), Self.halfWayRound)
        try expect((52.37, 4.89), (-52.37, -175.11), Self.halfWayRound)
        // A metre short of the antipode, along the meridian.
        let metre = 180 / Self.halfWayRound
        try expect((52.37, 4.89), (-52.37 + metre, -175.11), Self.halfWayRound - 1, within: 1e-5)
    }

    @Test("a point is nowhere but where it is, and a millimetre is told apart")
    func near() throws {
        try expect((52.37, 4.89), (52.37, 4.89), 0)
        let millimetre = 0.001 * 180 / Self.halfWayRound
        try expect((52.37, 4.89), (52.37 + millimetre, 4.89), 0.001, within: 1e-8)
    }
}
